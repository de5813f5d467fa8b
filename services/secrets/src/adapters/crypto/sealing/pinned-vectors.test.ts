import { expect, test } from 'vitest';
import { fixedKeys } from '../testing/fixed-keys.ts';
import { countingBytes } from '../testing/fixed-random.ts';
import { derivePinned, PINNED_BINDINGS, PINNED_INPUT } from '../testing/pinned.ts';
import pinned from '../testing/pinned-vectors.json' with { type: 'json' };
import { createSecretCipher } from './secret-cipher.ts';

// The pinned values were recomputed and opened by a second implementation (Python, `cryptography` 48) from the written
// recipes. A change here means that secrets sealed by earlier versions can no longer be opened.
test('every derivation and every sealed form is as it was when it was pinned', async () => {
  expect(await derivePinned()).toEqual(pinned);
});

test('what earlier versions sealed can be opened', () => {
  const cipher = createSecretCipher(fixedKeys(), countingBytes());
  const { secretKey, metadataKey, claimToken, idempotencyKey, plaintext, fields, answer } = PINNED_INPUT;
  const binding = PINNED_BINDINGS.full;
  const stored = {
    ct: bytesOf('full.ct'),
    outer: bytesOf('full.outer'),
    wshard: bytesOf('full.wshard'),
    kekVersion: 3,
    epoch: 7,
  };
  const opened = cipher.open({ secretKey, stored, passphraseKey: bytesOf('passphraseKey'), binding });
  expect(opened.kind === 'opened' && opened.plaintext.toString()).toBe(plaintext);
  expect(cipher.openLink({ ...stored, metadataKey, linkbox: bytesOf('full.linkbox'), binding })).toBe(secretKey);
  const again = { claimToken, secretKey, epoch: 7, rblob: bytesOf('redelivery'), binding: PINNED_BINDINGS.plain };
  expect(cipher.openRedelivery(again).toString()).toBe(plaintext);
  const replay = cipher.openReplay({
    idempotencyKey,
    lookup: PINNED_BINDINGS.plain.lookup,
    fields: Buffer.from(fields),
    epoch: 7,
    sealed: bytesOf('replay'),
  });
  expect(replay.kind === 'opened' && replay.answer.toString()).toBe(answer);
});

function bytesOf(name: keyof typeof pinned): Buffer {
  return Buffer.from(pinned[name], 'hex');
}
