import { createHmac, createPublicKey, verify } from 'node:crypto';
import { verifyWebhook } from '@onceover/client';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookKeyPair, newWebhookSecret, signatureHeaders } from './signature.ts';

const pair = newWebhookKeyPair();
const [secret, old] = [newWebhookSecret(), newWebhookSecret()];
const message = { id: 'e1', timestampSeconds: 1_795_000_000, body: '{"tea":"Grüner 🫖"}' };

test('a secret is whsec_ and the base64 of 32 random bytes', () => {
  expect(newWebhookSecret((size) => Buffer.alloc(size, 7))).toBe(`whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  expect(secret).not.toBe(old);
});

test('a pair of keys is the one of RFC 8032, 7.1, for its private key', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  const known = newWebhookKeyPair(() => seed);
  const publicKey = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
  expect(known).toEqual({
    privateKey: `whsk_${seed.toString('base64')}`,
    publicKey: `whpk_${publicKey.toString('base64')}`,
  });
});

test('a message is signed with each secret, the newest first, and with the private key', () => {
  const headers = signatureHeaders({ ...message, secrets: [secret, old], privateKey: pair.privateKey });
  expect(headers).toMatchObject({ 'webhook-id': 'e1', 'webhook-timestamp': '1795000000' });
  const signed = `e1.1795000000.${message.body}`;
  const [first, second, third = ''] = headers['webhook-signature'].split(' ');
  const hmacOf = (key: string) =>
    createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
      .update(signed)
      .digest('base64');
  expect([first, second]).toEqual([`v1,${hmacOf(secret)}`, `v1,${hmacOf(old)}`]);
  const raw = Buffer.from(pair.publicKey.slice('whpk_'.length), 'base64');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
  expect(verify(null, Buffer.from(signed), key, Buffer.from(third.slice('v1a,'.length), 'base64'))).toBe(true);
});

test('whatever is sent, our own client verifies it with any of the keys, and nothing else', async () => {
  const ids = fc.uuid();
  await fc.assert(
    fc.asyncProperty(
      ids,
      fc.string({ unit: 'grapheme' }),
      fc.nat(4_000_000_000),
      async (id, text, timestampSeconds) => {
        const body = JSON.stringify({ text });
        const signed = { id, timestampSeconds, body };
        const headers = signatureHeaders({ ...signed, secrets: [secret, old], privateKey: pair.privateKey });
        const nowMs = timestampSeconds * 1000;
        for (const keys of [secret, old, pair.publicKey]) {
          expect(await verifyWebhook({ body, headers, keys, nowMs })).toMatchObject({ id, payload: { text } });
          await expect(verifyWebhook({ body: `${body} `, headers, keys, nowMs })).rejects.toThrow('No signature');
        }
        for (const keys of [newWebhookSecret(), newWebhookKeyPair().publicKey]) {
          await expect(verifyWebhook({ body, headers, keys, nowMs })).rejects.toThrow('No signature');
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('the official library verifies it with either secret, and nothing else', () => {
  const signed = { ...message, timestampSeconds: Math.floor(Date.now() / 1000) };
  const headers = signatureHeaders({ ...signed, secrets: [secret, old], privateKey: pair.privateKey });
  const { body } = message;
  for (const key of [secret, old]) expect(new Webhook(key).verify(body, headers)).toEqual(JSON.parse(body));
  const [first] = signatureHeaders({ ...signed, secrets: [secret], privateKey: pair.privateKey })[
    'webhook-signature'
  ].split(' ');
  expect(new Webhook(secret).sign('e1', new Date(signed.timestampSeconds * 1000), body)).toBe(first);
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
});

test.each(['', 'whsec_', secret.slice(1), pair.privateKey, secret.slice(0, -4)])(
  'what is no secret signs nothing, and no error quotes it (%#)',
  (given) => {
    const sign = () => signatureHeaders({ ...message, secrets: [given], privateKey: pair.privateKey });
    expect(sign).toThrow(/^that is no key whsec_$/);
  },
);
