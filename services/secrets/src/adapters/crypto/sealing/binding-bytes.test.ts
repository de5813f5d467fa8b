import { expect, test } from 'vitest';
import type { SecretBinding } from '../../../use-cases/secret/secret-cipher.ts';
import { bindingOf } from '../testing/sealed-secret.ts';
import { bindingBytes } from './binding-bytes.ts';

const base = bindingOf('0123456789abcdefghijklmnopqrstu');

const changes: readonly Partial<SecretBinding>[] = [
  { kind: 'generate' },
  { lookup: Buffer.alloc(32, 1) },
  { ownerRef: 'an owner' },
  { ownerRef: '' },
  { shareDomainId: 'an owner' },
  { shareDomainId: '' },
  { createdAt: new Date(base.createdAt.getTime() + 1) },
  { expiresAt: new Date(base.expiresAt.getTime() + 1) },
  { createdAt: base.expiresAt, expiresAt: base.createdAt },
  { hasPassphrase: true },
  { isVerification: true },
  { isTruncated: true },
  { kdf: 2 },
];

test('every field of a binding changes the bytes, and no two changes give the same', () => {
  const forms = [base, ...changes.map((change) => ({ ...base, ...change }))].map((binding) =>
    bindingBytes(binding).toString('hex'),
  );
  expect(new Set(forms).size).toBe(changes.length + 1);
});

test('equal bindings give equal bytes', () => {
  expect(bindingBytes({ ...base, lookup: Buffer.from(base.lookup) }).equals(bindingBytes(base))).toBe(true);
});
