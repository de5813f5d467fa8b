import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { burnSecret } from './burn-secret.ts';
import { expireSecret } from './expire-secret.ts';
import { type ImportSecret, importSecret } from './import-secret.ts';
import { revealSecret } from './reveal-secret.ts';
import { absent, evolve } from './secret.ts';
import { SecretAlreadyExists, SecretLeft } from './secret-errors.ts';

const day = 86_400;
const limits = { longestTtlSeconds: 30 * day, maxCharacters: 1000 };
const at = new Date('2026-11-27T12:00:00.000Z');
const daysAgo = (days: number) => new Date(at.getTime() - days * day * 1000);

const secret = (change: Partial<ImportSecret> = {}): ImportSecret => ({
  state: 'new',
  ownerRef: null,
  shareDomainId: null,
  createdAt: daysAgo(1),
  endedAt: null,
  expiresAt: daysAgo(-6),
  ttlSeconds: 7 * day,
  recipientCount: 0,
  hasLink: true,
  characters: 9,
  at,
  ...change,
});
const taken = (change: Partial<ImportSecret> = {}) => importSecret(secret(change), absent, limits);

test('what waits begins here with the rest of its lifetime, and goes on as any secret', () => {
  const ownerRef = '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13';
  const { event, ended, ...kept } = taken({ ownerRef, shareDomainId: '1a2b', recipientCount: 2 });
  expect(event).toEqual({
    type: 'secret.imported',
    schemaVersion: 1,
    data: {
      ttlSeconds: 7 * day,
      createdAt: '2026-11-26T12:00:00.000Z',
      expiresAt: '2026-12-03T12:00:00.000Z',
      ownerRef,
      shareDomainId: '1a2b',
      recipientCount: 2,
      sizeBucket: '1k',
    },
  });
  expect(ended).toBeNull();
  expect(kept).toEqual({
    createdAt: daysAgo(1),
    expiresAt: daysAgo(-6),
    ttlSeconds: 7 * day,
    metadataUntil: daysAgo(-29),
  });
  const state = evolve(absent, event);
  expect(state).toEqual({ status: 'new', expiresAt: daysAgo(-6) });
  const endings = [revealSecret({ by: 'anonymous', at }, state), burnSecret({ by: 'anonymous', at }, state)];
  for (const ending of [...endings, expireSecret({ at: daysAgo(-6) }, state)]) {
    expect(`secret.${evolve(state, ending).status}`).toBe(ending.type);
  }
});

test.each([
  ['received', { endedAt: daysAgo(0.5) }, daysAgo(0.5)],
  ['burned', { endedAt: daysAgo(0.25) }, daysAgo(0.25)],
  ['received', { endedAt: daysAgo(-1) }, at],
  ['received', { endedAt: daysAgo(3) }, daysAgo(1)],
  ['expired', { expiresAt: daysAgo(0.5), endedAt: daysAgo(0.75) }, daysAgo(0.5)],
  ['received', { expiresAt: daysAgo(0.5) }, daysAgo(0.5)],
] as const)('what was %s there has ended here, within its life (%#)', (state, change, endedAt) => {
  const { event, ended } = taken({ state, characters: null, hasLink: false, ...change });
  expect(ended).toEqual({ as: state, at: endedAt });
  expect(event).toMatchObject({ type: 'secret.metadata_imported', data: { state, endedAt: endedAt.toISOString() } });
  const here = evolve(absent, event);
  expect(here).toEqual({ status: state });
  expect(() => revealSecret({ by: 'anonymous', at }, here)).toThrow();
});

test('at its last instant a secret that was new has expired, and needs neither link nor content', () => {
  const { event } = taken({ expiresAt: at, hasLink: false, characters: null });
  expect(event).toMatchObject({ type: 'secret.metadata_imported', data: { state: 'expired' } });
});

describe('a life beyond the longest here', () => {
  const long = { ttlSeconds: 200 * day, expiresAt: daysAgo(-199) };
  test('is cut to it, and what was opened stays known until its end there', () => {
    const { expiresAt, ttlSeconds, metadataUntil } = taken(long);
    expect({ expiresAt, ttlSeconds, metadataUntil }).toEqual({
      expiresAt: daysAgo(-30),
      ttlSeconds: 30 * day,
      metadataUntil: daysAgo(-199),
    });
  });

  test('is refused beyond a year', () => {
    expect(() => taken({ expiresAt: daysAgo(-366) })).not.toThrow();
    expect(() => taken({ expiresAt: daysAgo(-367) })).toThrow(SecretLeft);
  });
});

test('metadata are kept from the creation for thirty days, or for twice a longer life', () => {
  const ended = { state: 'burned', characters: null, hasLink: false } as const;
  expect(taken({ ...ended, createdAt: daysAgo(29), expiresAt: daysAgo(22) }).metadataUntil).toEqual(daysAgo(-1));
  expect(() => taken({ ...ended, createdAt: daysAgo(30), expiresAt: daysAgo(23) })).toThrow(
    'kept until 2026-11-27 only',
  );
  const long = { ttlSeconds: 20 * day, createdAt: daysAgo(30), expiresAt: daysAgo(10) };
  expect(taken({ ...ended, ...long }).metadataUntil).toEqual(daysAgo(-10));
});

test('an id is used once', () => {
  const { event } = taken();
  expect(() => importSecret(secret(), evolve(absent, event), limits)).toThrow(SecretAlreadyExists);
});

test('whatever another server tells, nothing is new here that cannot be opened, and times are in order', () => {
  const moment = fc.date({ min: new Date(0), max: new Date('2300-01-01'), noInvalidDate: true });
  const command = fc.record({
    state: fc.constantFrom('new', 'received', 'burned', 'expired'),
    ownerRef: fc.constant(null),
    shareDomainId: fc.constant(null),
    createdAt: fc.oneof(moment, fc.integer({ min: 0, max: 60 }).map(daysAgo)),
    endedAt: fc.option(moment),
    expiresAt: fc.oneof(moment, fc.integer({ min: -60, max: 60 }).map(daysAgo)),
    ttlSeconds: fc.oneof(fc.integer(), fc.integer({ min: 1, max: 60 * day })),
    recipientCount: fc.nat(3),
    hasLink: fc.boolean(),
    characters: fc.option(fc.nat(2000)),
    at: fc.constant(at),
  });
  let stored = 0;
  fc.assert(
    fc.property(command, (each) => {
      try {
        const { event, ended, createdAt, expiresAt, ttlSeconds, metadataUntil } = importSecret(each, absent, limits);
        stored += 1;
        expect(ttlSeconds).toBeGreaterThan(0);
        expect(createdAt.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(metadataUntil.getTime()).toBeGreaterThan(at.getTime());
        expect(event.type).toBe(ended === null ? 'secret.imported' : 'secret.metadata_imported');
        if (ended === null) {
          expect([each.hasLink, (each.characters ?? 0) > 0]).toEqual([true, true]);
          expect(expiresAt.getTime()).toBeGreaterThan(at.getTime());
          expect(metadataUntil.getTime()).toBeGreaterThanOrEqual(each.expiresAt.getTime());
        } else {
          expect(ended.at.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
          expect(ended.at.getTime()).toBeLessThanOrEqual(at.getTime());
        }
      } catch (error) {
        if (!(error instanceof SecretLeft)) throw error;
      }
    }),
    { numRuns: 2000 },
  );
  expect(stored).toBeGreaterThan(50);
});
