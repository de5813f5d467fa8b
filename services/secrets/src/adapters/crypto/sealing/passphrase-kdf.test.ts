import { describe, expect, test } from 'vitest';
import { fixedKeys } from '../testing/fixed-keys.ts';
import { createPassphraseKdf } from './passphrase-kdf.ts';

const key = '0123456789abcdefghijklmnopqrstu';

const deriveOnce = (passphrase: string, secretKey = key, keys = fixedKeys()) =>
  createPassphraseKdf(keys).withPlace((derive) => derive(passphrase, secretKey));

describe('a passphrase key', () => {
  test('is the same however the passphrase was typed', async () => {
    const composed = await deriveOnce('caf\u00e9 \ufb01');
    expect(composed).toHaveLength(32);
    expect((await deriveOnce('cafe\u0301 fi')).equals(composed)).toBe(true);
  });

  test('is another for another passphrase, another secret or another pepper', async () => {
    const forms = await Promise.all([
      deriveOnce('plum'),
      deriveOnce('Plum'),
      deriveOnce('plum '),
      deriveOnce('plum', `${key.slice(1)}z`),
      deriveOnce('plum', key, fixedKeys({ pepper: Buffer.alloc(32, 1) })),
    ]);
    expect(new Set(forms.map((form) => form.toString('hex'))).size).toBe(5);
  });
});
