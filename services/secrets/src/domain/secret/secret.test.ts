import type { SecretEvent } from '@onceover/schema/events/secrets';
import { describe, expect, test } from 'vitest';
import { burnSecret } from './burn-secret.ts';
import { type ConcealSecret, concealSecret } from './conceal-secret.ts';
import { expireSecret } from './expire-secret.ts';
import { revealSecret } from './reveal-secret.ts';
import { absent, evolve, type SecretState } from './secret.ts';

const limits = {
  maxCharacters: 10,
  maxTtlSeconds: 3600,
  defaultTtlSeconds: 3600,
  minTtlSeconds: 60,
  shortTtlSeconds: 300,
  maxRecipients: 2,
};
const at = new Date('2026-11-21T15:00:00.000Z');
const later = new Date('2026-11-21T16:00:00.000Z');

const wish = (change: Partial<ConcealSecret> = {}): ConcealSecret => ({
  kind: 'share',
  characters: 5,
  passphraseCharacters: 0,
  ttlSeconds: 3600,
  recipientCount: 0,
  undeliverable: null,
  shareDomainId: null,
  ownerRef: null,
  at,
  ...change,
});
const concealed = (): SecretState => evolve(absent, concealSecret(wish(), absent, limits));
const codeOf = (decide: () => unknown): unknown => {
  try {
    decide();
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).name;
  }
  return 'decided';
};

describe('a new secret', () => {
  test('can be revealed until its lifetime is over', () => {
    expect(revealSecret({ by: 'anonymous', at }, concealed()).type).toBe('secret.received');
    expect(codeOf(() => revealSecret({ by: 'anonymous', at: later }, concealed()))).toBe('secret.gone');
  });

  test('can be burned until its lifetime is over', () => {
    expect(burnSecret({ by: 'anonymous', at }, concealed()).type).toBe('secret.burned');
    expect(burnSecret({ by: 'authenticated', byOperator: true, at }, concealed()).data).toEqual({
      by: 'authenticated',
      byOperator: true,
    });
    expect(codeOf(() => burnSecret({ by: 'anonymous', at: later }, concealed()))).toBe('secret.not-burnable');
  });

  test('expires when its lifetime is over, not before', () => {
    expect(expireSecret({ at: later }, concealed()).type).toBe('secret.expired');
    expect(codeOf(() => expireSecret({ at }, concealed()))).toBe('NotDue');
  });
});

describe.each(['received', 'burned', 'expired'] as const)('a %s secret', (status) => {
  test('cannot be revealed, burned or expired', () => {
    expect(codeOf(() => revealSecret({ by: 'anonymous', at }, { status }))).toBe('secret.gone');
    expect(codeOf(() => burnSecret({ by: 'anonymous', at }, { status }))).toBe('secret.not-burnable');
    expect(codeOf(() => expireSecret({ at: later }, { status }))).toBe('NotDue');
  });
});

test('a secret that never existed is gone, for readers and burners alike', () => {
  expect(codeOf(() => revealSecret({ by: 'anonymous', at }, absent))).toBe('secret.gone');
  expect(codeOf(() => burnSecret({ by: 'anonymous', at }, absent))).toBe('secret.gone');
});

describe('what is recorded of who opened it', () => {
  const reveal = (by: 'owner' | 'authenticated' | 'anonymous', viewerRef?: string) =>
    revealSecret({ by, at, ...(viewerRef === undefined ? {} : { viewerRef }) }, concealed()).data;

  test('is the account of its owner, and of nobody else', () => {
    expect(reveal('owner', 'a1')).toEqual({ by: 'owner', viewerRef: 'a1' });
    expect(reveal('owner')).toStrictEqual({ by: 'owner' });
    expect(reveal('authenticated', 'a2')).toEqual({ by: 'authenticated' });
    expect(reveal('anonymous')).toEqual({ by: 'anonymous' });
  });
});

describe('a stream', () => {
  const event = (type: SecretEvent['type'], data: unknown = {}) => ({ type, schemaVersion: 1, data }) as SecretEvent;
  const expiresAt = '2026-11-21T16:00:00.000Z';

  test('begins with what was created or imported, once', () => {
    for (const type of ['secret.created', 'secret.imported'] as const) {
      const state = evolve(absent, event(type, { expiresAt }));
      expect(state).toEqual({ status: 'new', expiresAt: later });
      expect(evolve(state, event(type, { expiresAt: '2027-01-01T00:00:00.000Z' }))).toBe(state);
      expect(evolve({ status: 'burned' }, event(type, { expiresAt }))).toEqual({ status: 'burned' });
    }
  });

  test('of which only the metadata was imported has ended as it says, and stays so', () => {
    const imported = event('secret.metadata_imported', { state: 'received' });
    expect(evolve(absent, imported)).toEqual({ status: 'received' });
    const state = concealed();
    expect(evolve(state, imported)).toBe(state);
  });

  test.each([
    'secret.delivery_requested',
    'incoming.submitted',
    'secret.opening_refused',
    'secret.program_noticed',
    'secret.delivery_confirmed',
    'secret.generated_value_shown',
  ] as const)('%s ends nothing', (type) => {
    const state = concealed();
    expect(evolve(state, event(type))).toBe(state);
  });
});

test('its creator is told how a secret ended that cannot be burned any more', () => {
  expect(() => burnSecret({ by: 'owner', at: later }, concealed())).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ state: 'expired' }) }),
  );
  expect(() => burnSecret({ by: 'owner', at }, { status: 'received' })).toThrow(
    expect.objectContaining({ details: expect.objectContaining({ state: 'received' }) }),
  );
});
