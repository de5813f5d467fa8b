import { describe, expect, test } from 'vitest';
import { countingBytes, FIXED, fixedKeys } from '../testing/fixed-keys.ts';
import { derivePinned, PINNED_BINDINGS, PINNED_INPUT } from '../testing/pinned.ts';
import pinned from '../testing/pinned-vectors.json' with { type: 'json' };
import { be32, be64, fieldsOf, hashOf, kdf, openAead, unpadded } from '../testing/recipes.ts';
import { createSecretCipher } from './secret-cipher.ts';

const { secretKey, metadataKey, claimToken, idempotencyKey, plaintext, fields, answer, keyId } = PINNED_INPUT;

// A change here means that secrets sealed by earlier versions can no longer be opened.
test('every derivation and every sealed form is as it was when it was pinned', async () => {
  expect(await derivePinned()).toEqual(pinned);
});

test('what earlier versions sealed can be opened', () => {
  const cipher = createSecretCipher(fixedKeys(), countingBytes());
  const binding = PINNED_BINDINGS.full;
  const stored = { ct: bytesOf('full.ct'), wshard: bytesOf('full.wshard'), epoch: 7 };
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

describe('the written recipes, followed a second time,', () => {
  test('give the names', async () => {
    expect(hex(await hashOf('onceover/v1/lookup', secretKey))).toBe(pinned.lookup);
    expect(hex(await hashOf('onceover/v1/mlookup', metadataKey))).toBe(pinned.metadataLookup);
    expect(base36(await hashOf('onceover/v1/short', secretKey))).toBe(pinned.short);
    expect(base36(await hashOf('onceover/v1/mshort', metadataKey))).toBe(pinned.metadataShort);
  });

  test('give what a secret is bound to', () => {
    const [created, expires] = [be64(1_795_262_400_123), be64(1_795_867_200_123)];
    const lookup = bytesOf('lookup');
    const plain = ['onceover/v1/meta', 'share', lookup, '', '', created, expires, 1, Uint8Array.of(0)] as const;
    expect(hex(fieldsOf(...plain))).toBe(pinned.metaPlain);
    const [owner, domain] = [1, 2].map((last) => `\u00010190b6c2-7c3e-7d1a-9f00-00000000000${last}`);
    const names = ['onceover/v1/meta', 'generate', lookup, owner ?? '', domain ?? ''] as const;
    expect(hex(fieldsOf(...names, created, expires, 1, Uint8Array.of(7)))).toBe(pinned.metaFull);
  });

  test("give the epoch's key and open its canary", async () => {
    const epochKey = await kdf(fieldsOf(FIXED.erk, FIXED.kek), fieldsOf('e', 7), 'epoch');
    expect(hex(epochKey)).toBe(pinned.epochKey);
    const record = await hashOf('onceover/v1/canary', keyId);
    expect(await openAead(epochKey, copyOf('canary'), fieldsOf('shard', record, 7))).toHaveLength(32);
  });

  test.each([
    ['plain', pinned.metaPlain, '00'.repeat(32)],
    ['full', pinned.metaFull, pinned.passphraseKey],
  ] as const)('open the content and the link of the %s secret', async (name, metaHex, passphraseKeyHex) => {
    const [lookup, meta] = [copyOf('lookup'), fromHex(metaHex)];
    const shardBound = fieldsOf('shard', lookup, 7);
    const shard = await openAead(copyOf('epochKey'), copyOf(`${name}.wshard`), shardBound);
    const keys = await kdf(fieldsOf(secretKey, shard, fromHex(passphraseKeyHex)), lookup, 'wrap', 64);
    const ct = copyOf(`${name}.ct`);
    expect(hex(ct.slice(0, 32))).toBe(hex(keys.slice(32)));
    expect(text(unpadded(await openAead(keys.slice(0, 32), ct.slice(32), meta)))).toBe(plaintext);
    const linkKey = await kdf(fieldsOf(metadataKey, shard), copyOf('metadataLookup'), 'linkbox');
    expect(text(await openAead(linkKey, copyOf(`${name}.linkbox`), meta))).toBe(secretKey);
  });

  test('open what is kept for a claimant and for a replay', async () => {
    const [epochKey, lookup] = [copyOf('epochKey'), copyOf('lookup')];
    const inner = await openAead(epochKey, copyOf('redelivery'), fieldsOf('redeliver', lookup, 7));
    const claimKey = await kdf(fieldsOf(claimToken, secretKey), lookup, 'redeliver');
    expect(text(unpadded(await openAead(claimKey, inner, copyOf('metaPlain'))))).toBe(plaintext);
    const kept = await openAead(epochKey, copyOf('replay'), fieldsOf('replay', lookup, 7));
    const replayKey = await kdf(new TextEncoder().encode(idempotencyKey), lookup, 'replay');
    const content = unpadded(await openAead(replayKey, kept, fieldsOf('onceover/v1/replay', lookup)));
    expect(text(content.slice(32))).toBe(answer);
  });

  test('open the checks of the server keys', async () => {
    for (const [box, key, label] of [
      ['kekCheck', FIXED.kek, 'keycheck'],
      ['rootCheck', Buffer.alloc(32, 0x55), 'rootcheck'],
    ] as const) {
      const checkKey = await kdf(Uint8Array.from(key), be32(3), label);
      const opened = await openAead(checkKey, copyOf(box), fieldsOf(`onceover/v1/${label}`, 3));
      expect(text(opened)).toBe('onceover key check');
    }
  });
});

function bytesOf(name: keyof typeof pinned): Buffer {
  return Buffer.from(pinned[name], 'hex');
}

function copyOf(name: keyof typeof pinned): Uint8Array<ArrayBuffer> {
  return fromHex(pinned[name]);
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(digits, 'hex'));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The first 48 bits modulo 36^8. */
function base36(digest: Uint8Array): string {
  const bits = digest.slice(0, 6).reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  return (bits % 36n ** 8n).toString(36).padStart(8, '0');
}
