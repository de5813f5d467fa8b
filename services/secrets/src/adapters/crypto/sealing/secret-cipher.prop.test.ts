import { randomBytes } from '@onceover/service-kit/crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SealedSecret } from '../../../use-cases/secret/secret-cipher.ts';
import { KeyGone, Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { fixedKeys } from '../testing/fixed-keys.ts';
import { type SealedFixture, sealFixture } from '../testing/sealed-secret.ts';
import { createSecretCipher } from './secret-cipher.ts';

const cipher = createSecretCipher(fixedKeys());
const FIELDS = ['ct', 'wshard', 'linkbox'] as const;
const COMMITMENT_BITS = 32 * 8;

/** The two ways to a secret's content or link, and the stored fields each depends on. */
const DOORS = {
  recipient: { fields: ['ct', 'wshard'], open: openAsRecipient },
  creator: { fields: ['linkbox', 'wshard'], open: openAsCreator },
} as const;

function openAsRecipient({ keys, binding, passphraseKey }: SealedFixture, stored: SealedSecret): string {
  return outcome(() => cipher.open({ secretKey: keys.secretKey, stored, passphraseKey, binding }).kind);
}

function openAsCreator({ keys, binding }: SealedFixture, sealed: SealedSecret): string {
  return outcome(() => {
    const link = cipher.openLink({ ...sealed, metadataKey: keys.metadataKey, binding });
    return link === keys.secretKey ? 'opened' : 'another link';
  });
}

function outcome(open: () => string): string {
  try {
    return open();
  } catch (error) {
    if (error instanceof Undecryptable) return 'undecryptable';
    if (error instanceof KeyGone) return 'key gone';
    throw error;
  }
}

test('opening gives back what was sealed, from nothing to 40,000 bytes, with and without a passphrase', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.boolean(), (length, hasPassphrase) => {
      const plaintext = randomBytes(length);
      const secret = sealFixture(cipher, { plaintext, passphraseKey: hasPassphrase ? randomBytes(32) : null });
      const { keys, sealed, passphraseKey, binding } = secret;
      const opened = cipher.open({ secretKey: keys.secretKey, stored: sealed, passphraseKey, binding });
      expect(opened.kind === 'opened' && opened.plaintext.equals(plaintext)).toBe(true);
    }),
    { numRuns: 10_000 },
  );
}, 60_000);

// Without the passphrase nobody can say what the commitment should be, so a damaged one is told as a wrong passphrase.
test('every single flipped bit of every stored field is noticed, as corruption unless it is the commitment to a passphrase', () => {
  let flips = 0;
  for (let record = 0; record < 22; record += 1) {
    const secret = sealFixture(cipher, { passphraseKey: record % 2 === 0 ? null : randomBytes(32) });
    for (const door of Object.values(DOORS)) {
      for (const field of door.fields) {
        const bytes = Buffer.from(secret.sealed[field]);
        const changed = { ...secret.sealed, [field]: bytes };
        for (let bit = 0; bit < bytes.length * 8; bit += 1, flips += 1) {
          flip(bytes, bit);
          const isCommitment = field === 'ct' && bit < COMMITMENT_BITS && secret.passphraseKey !== null;
          const expected = isCommitment ? 'wrong-passphrase' : 'undecryptable';
          if (door.open(secret, changed) !== expected) expect.unreachable(`${field}, bit ${bit}`);
          flip(bytes, bit);
        }
        expect(door.open(secret, changed)).toBe('opened');
      }
    }
  }
  expect(flips).toBeGreaterThanOrEqual(80_000);
}, 120_000);

test('fields moved from one secret to another open nothing', () => {
  const some = fc.subarray([...FIELDS], { minLength: 1, maxLength: FIELDS.length });
  fc.assert(
    fc.property(some, fc.boolean(), (fields, hasPassphrase) => {
      const passphraseKey = hasPassphrase ? Buffer.alloc(32, 5) : null; // the same passphrase on both
      const [victim, donor] = [sealFixture(cipher, { passphraseKey }), sealFixture(cipher, { passphraseKey })];
      const mixed = { ...victim.sealed, ...Object.fromEntries(fields.map((field) => [field, donor.sealed[field]])) };
      for (const door of Object.values(DOORS)) {
        const touched = door.fields.filter((field) => fields.includes(field));
        const isCommitment = touched.join() === 'ct' && hasPassphrase;
        const refused = isCommitment ? 'wrong-passphrase' : 'undecryptable';
        expect(door.open(victim, mixed)).toBe(touched.length > 0 ? refused : 'opened');
      }
    }),
    { numRuns: 1000 },
  );
}, 60_000);

test('a changed binding (lifetime, owner, domain, kind, flags) opens nothing', () => {
  const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });
  const change = fc.oneof(
    fc.record({ expiresAt: instant }),
    fc.record({ createdAt: instant }),
    fc.record({ ownerRef: fc.option(fc.string(), { nil: null }) }),
    fc.record({ shareDomainId: fc.option(fc.string(), { nil: null }) }),
    fc.constantFrom({ kind: 'generate' as const }, { isTruncated: true }, { isVerification: true }, { kdf: 2 }),
  );
  fc.assert(
    fc.property(change, (changed) => {
      const secret = sealFixture(cipher, { binding: { ownerRef: 'owner one', shareDomainId: 'domain one' } });
      const forged = { ...secret, binding: { ...secret.binding, ...changed } };
      for (const door of Object.values(DOORS)) expect(door.open(forged, secret.sealed)).toBe('undecryptable');
    }),
    { numRuns: 500 },
  );
});

function flip(bytes: Buffer, bit: number): void {
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
}
