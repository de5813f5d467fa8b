import { catalog } from '@onceover/schema/events/catalog';
import { expect, test } from 'vitest';
import { chainEntry, emptyChain, hashEntry } from './audit-chain.ts';
import { type AuditEntry, auditKindOf } from './audit-entry.ts';

const entry: AuditEntry = {
  tenantRef: '01980000-0000-7000-8000-000000000001',
  kind: 'activity',
  log: 'secrets',
  position: '00001:00000000000000000007:0000000000000000001',
  eventId: '01980000-0000-7000-8000-000000000002',
  at: '2026-11-30T23:59:59.999Z',
  actorKind: 'creator',
  actorRef: null,
  action: 'secret.created',
  targetRef: '01980000-0000-7000-8000-000000000003',
  request: 'req-1',
  surface: 'web',
  networkTag: 'bmV0d29y',
  occasions: 1,
  reason: null,
};

test('every type of event has a kind of audit record', () => {
  for (const { type } of catalog) expect(['activity', 'security', 'operator'], type).toContain(auditKindOf(type));
  expect(() => auditKindOf('weather.changed')).toThrow('no kind of audit record');
});

test('every field of an entry, its number, its month and what came before it are in its hash', () => {
  const { hash } = chainEntry(emptyChain, entry);
  const place = { seq: 1, month: '2026-11-01' };
  expect(hashEntry(emptyChain.hash, entry, place)).toEqual(hash);
  const hashes = Object.keys(entry).map((field) => hashEntry(emptyChain.hash, { ...entry, [field]: 'other' }, place));
  hashes.push(hashEntry(emptyChain.hash, entry, { ...place, seq: 2 }));
  hashes.push(hashEntry(emptyChain.hash, entry, { ...place, month: '2026-12-01' }));
  hashes.push(hashEntry(hash, entry, place), hash);
  expect(new Set(hashes.map((each) => each.toString('hex'))).size).toBe(hashes.length);
});

test('an entry whose clock was behind counts to the month of the one before it, so that a month is a piece of its chain', () => {
  const first = chainEntry(emptyChain, { ...entry, at: '2026-12-01T00:00:00.001Z' });
  const second = chainEntry(first, entry);
  expect([first, second].map(({ seq, month }) => [seq, month])).toEqual([
    [1, '2026-12-01'],
    [2, '2026-12-01'],
  ]);
  expect(second.prevHash).toEqual(first.hash);
});
