import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';
import { sampleEntry as entry } from '../../test-support/sample-entry.ts';
import { canonicalEntry, chainEntry, emptyChain, hashEntry } from './audit-chain.ts';
import { auditEntryOf } from './audit-entry.ts';

test('the trail loses no event: one of an unknown type halts its writer', () => {
  const event = { type: 'weather.changed', tenantRef: entry.tenantRef, data: {}, meta: {} };
  expect(() => auditEntryOf(event as Parameters<typeof auditEntryOf>[0])).toThrow(
    'the catalogue does not list weather.changed',
  );
});

test('what an operator does is in the operator log, with whom it concerned and why', () => {
  const accountRef = '01980000-0000-7000-8000-000000000009';
  const event = {
    tenantRef: accountRef,
    type: 'operator.action_taken',
    source: 'accounts',
    position: entry.position,
    id: entry.eventId,
    occurredAt: new Date(entry.at),
    streamId: entry.targetRef,
    meta: {
      correlationId: 'req-1',
      actor: { kind: 'operator' as const, ref: entry.tenantRef },
      surface: 'graphql' as const,
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
    },
    data: { action: 'plan_changed', targetKind: 'account', targetRef: accountRef, reasonCode: 'owner-asked' },
  };
  expect(auditEntryOf(event as unknown as Parameters<typeof auditEntryOf>[0])).toMatchObject({
    kind: 'operator',
    tenantRef: accountRef,
    targetRef: accountRef,
    actorKind: 'operator',
    actorRef: entry.tenantRef,
    action: 'operator.action_taken',
    reason: 'plan_changed.owner-asked',
  });
  const aimed = { ...event, data: { ...event.data, targetRef: 'audit.trail' } };
  expect(auditEntryOf(aimed as unknown as Parameters<typeof auditEntryOf>[0])?.targetRef).toBe(entry.targetRef);
});

test('what is recorded of a webhook is about the webhook, as each such event is a stream of its own', () => {
  const webhookId = '01980000-0000-7000-8000-000000000008';
  const event = {
    tenantRef: entry.tenantRef,
    type: 'webhook.disabled',
    source: 'notifications',
    position: entry.position,
    id: entry.eventId,
    occurredAt: new Date(entry.at),
    streamId: entry.targetRef,
    meta: { correlationId: 'req-1', actor: { kind: 'system' as const }, surface: 'system' as const },
    data: { accountRef: entry.tenantRef, webhookId, reasonCode: 'gone' },
  };
  expect(auditEntryOf(event as unknown as Parameters<typeof auditEntryOf>[0])).toMatchObject({
    kind: 'security',
    targetRef: webhookId,
    reason: 'gone',
  });
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

test('a hash is SHA-256 of a zero, the hash before it and the canonical form; before the first there are 32 zeros', () => {
  expect(emptyChain).toEqual({ seq: 0, month: '0001-01-01', hash: Buffer.alloc(32) });
  const first = chainEntry(emptyChain, entry);
  const second = chainEntry(first, { ...entry, request: 'réq-2' });
  for (const { prevHash, hash, ...chained } of [first, second]) {
    const text = canonicalize(chained) ?? '';
    expect(createHash('sha256').update(Buffer.of(0)).update(prevHash).update(text).digest()).toEqual(hash);
  }
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

test('the canonical form of an entry is that of RFC 8785, whatever its texts are', () => {
  const texts = [
    '',
    'req-1',
    '"\\/\b\f\n\r\t',
    '\u0000\u001f\u007f\u0080',
    '\u2028\u2029',
    'é\u0301',
    '\ufeff',
    '😀',
    '{"a":1}',
    'שלום',
  ];
  for (const text of texts) {
    for (const field of Object.keys(entry)) {
      const [changed, place] = [
        { ...entry, [field]: text },
        { seq: 2 ** 31, month: '2026-11-01' },
      ];
      expect(canonicalEntry(changed, place), field).toBe(canonicalize({ ...changed, ...place }));
    }
  }
  const without = { ...entry, actorRef: null, networkTag: null, reason: null, occasions: 1_000_000 };
  expect(canonicalEntry(without, { seq: 1, month: '2026-11-01' })).toBe(
    canonicalize({ ...without, seq: 1, month: '2026-11-01' }),
  );
});
