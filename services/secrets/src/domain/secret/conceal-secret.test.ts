import { deciderSpec } from '@onceover/testing/decider-spec';
import { describe, expect, test } from 'vitest';
import { type ConcealSecret, concealSecret } from './conceal-secret.ts';
import { absent, evolve } from './secret.ts';

const limits = { maxCharacters: 10, maxRecipients: 2 };
const conceal = (change: Partial<ConcealSecret> = {}): ConcealSecret => ({
  kind: 'share',
  characters: 5,
  passphraseCharacters: 0,
  ttlSeconds: 3600,
  recipientCount: 0,
  undeliverable: null,
  shareDomainId: null,
  ownerRef: null,
  at: new Date('2026-11-21T15:00:00.000Z'),
  ...change,
});
const decide = (command: ConcealSecret) => concealSecret(command, absent, limits);
const secret = deciderSpec({ decide: concealSecret, evolve, initial: absent, limits });

test('concealing says what was made and nothing of what it is', () => {
  secret
    .given([])
    .when(conceal({ characters: 12, passphraseCharacters: 4 }))
    .emits({
      type: 'secret.created',
      schemaVersion: 1,
      data: {
        kind: 'share',
        ttlSeconds: 3600,
        expiresAt: '2026-11-21T16:00:00.000Z',
        hasPassphrase: true,
        truncated: true,
        sizeBucket: '1k',
        recipientCount: 0,
      },
    });
});

test('an empty secret is refused', () =>
  secret
    .given([])
    .when(conceal({ characters: 0 }))
    .refuses('secret.empty'));

test('a passphrase has at most 256 characters', () => {
  secret
    .given([])
    .when(conceal({ passphraseCharacters: 257 }))
    .refuses('secret.passphrase-too-long');
  expect(decide(conceal({ passphraseCharacters: 256 })).data.hasPassphrase).toBe(true);
});

test('email needs an account', () => {
  secret
    .given([])
    .when(conceal({ recipientCount: 1 }))
    .refuses('secret.recipient-not-allowed');
  const ownerRef = '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13';
  expect(decide(conceal({ recipientCount: 1, ownerRef })).data).toMatchObject({ recipientCount: 1, ownerRef });
});

test('the first refusal of several is the contract’s', () => {
  const wish = conceal({ characters: 0, passphraseCharacters: 257, recipientCount: 1 });
  secret.given([]).when(wish).refuses('secret.empty');
  secret
    .given([])
    .when({ ...wish, characters: 1 })
    .refuses('secret.passphrase-too-long');
});

test('recipients must be deliverable, and no more than the plan allows, in this order', () => {
  const ownerRef = '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13';
  const many = conceal({ recipientCount: 3, ownerRef });
  secret.given([]).when(many).refuses('secret.too-many-recipients');
  secret
    .given([])
    .when({ ...many, undeliverable: 'x' })
    .refuses('secret.undeliverable-recipient');
  secret
    .given([])
    .when({ ...many, undeliverable: 'x', ownerRef: null })
    .refuses('secret.recipient-not-allowed');
  expect(decide({ ...many, recipientCount: 2, shareDomainId: '1a2b' }).data).toMatchObject({
    recipientCount: 2,
    shareDomainId: '1a2b',
  });
});

describe('the size is recorded roughly, after truncation', () => {
  test.each([
    [1000, '1k'],
    [1001, '10k'],
    [10_000, '10k'],
    [10_001, 'more'],
  ])('%i characters are "%s"', (characters, sizeBucket) => {
    const event = concealSecret(conceal({ characters }), absent, { ...limits, maxCharacters: 100_000 });
    expect(event.data.sizeBucket).toBe(sizeBucket);
  });

  test('what was cut does not count', () => {
    expect(decide(conceal({ characters: 50_000 })).data.sizeBucket).toBe('1k');
  });
});

test('the same secret is not concealed twice', () => {
  const created = decide(conceal());
  expect(() => secret.given([created]).when(conceal()).emits()).toThrow(
    expect.objectContaining({ name: 'SecretAlreadyExists' }),
  );
});
