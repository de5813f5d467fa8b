import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type SignedWebhook, verifyWebhook } from './webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const ID = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';
const body = '{"type":"secret.received","data":{"ref":"ünïcode"}}';
const at = new Date('2026-11-27T12:00:00Z');
const seconds = String(at.getTime() / 1000);

function webhook(signature: string, more: Partial<SignedWebhook> = {}): SignedWebhook {
  const headers = { 'webhook-id': ID, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  return { body, headers, keys: SECRET, nowMs: at.getTime(), ...more };
}

const official = new Webhook(SECRET).sign(ID, at, body);

test('what the official library signs is verified, as text or bytes', async () => {
  const expected = { id: ID, sentAt: at, payload: JSON.parse(body) };
  expect(await verifyWebhook(webhook(official))).toEqual(expected);
  expect(await verifyWebhook(webhook(official, { body: new TextEncoder().encode(body) }))).toEqual(expected);
});

test('what is verified here, the official library verifies, and it refuses the same', async () => {
  const key = await crypto.subtle.importKey('raw', Buffer.alloc(32, 7), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const now = String(Math.floor(Date.now() / 1000));
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${ID}.${now}.${body}`));
  const headers = {
    'webhook-id': ID,
    'webhook-timestamp': now,
    'webhook-signature': `v1,${Buffer.from(mac).toString('base64')}`,
  };
  expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
  expect((await verifyWebhook({ body, headers, keys: SECRET })).payload).toEqual(JSON.parse(body));
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow();
  await expect(verifyWebhook({ body: `${body} `, headers, keys: SECRET })).rejects.toMatchObject({
    code: 'bad_signature',
  });
});

test('an Ed25519 signature of node:crypto is verified', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const keys = [SECRET, `whpk_${raw.toString('base64')}`];
  const signature = `v1a,${sign(null, Buffer.from(`${ID}.${seconds}.${body}`), privateKey).toString('base64')}`;
  expect((await verifyWebhook(webhook(signature, { keys }))).id).toBe(ID);
  const wrong = `v1a,${sign(null, Buffer.from(`${ID}.${seconds}.${body} `), privateKey).toString('base64')}`;
  await expect(verifyWebhook(webhook(wrong, { keys }))).rejects.toMatchObject({ code: 'bad_signature' });
  // A signature counts for the algorithm that it names, and no other.
  await expect(verifyWebhook(webhook(signature.replace('v1a', 'v1'), { keys }))).rejects.toMatchObject({
    code: 'bad_signature',
  });
});

test('one of several signatures and one of several keys is enough', async () => {
  const others = `v2,AAAA v1,${Buffer.alloc(32).toString('base64')} nonsense`;
  expect((await verifyWebhook(webhook(`${others} ${official}`, { keys: [OTHER, SECRET] }))).id).toBe(ID);
});

test('names of headers are read in any case, and from Headers', async () => {
  const headers = { 'Webhook-Id': ID, 'WEBHOOK-TIMESTAMP': seconds, 'webhook-signature': official };
  expect((await verifyWebhook(webhook('', { headers }))).id).toBe(ID);
  expect((await verifyWebhook(webhook('', { headers: new Headers(headers) }))).id).toBe(ID);
});

test.each([
  ['another key', webhook(official, { keys: OTHER })],
  ['another body', webhook(official, { body: body.replace('received', 'burned') })],
  ['another id', webhook(official, { headers: { ...webhook(official).headers, 'webhook-id': 'msg_2' } })],
  ['another time', webhook(official, { headers: { ...webhook(official).headers, 'webhook-timestamp': '1795780801' } })],
  ['no signature', webhook('')],
  ['an empty one', webhook('v1,')],
  ['more than five minutes ago', webhook(official, { nowMs: at.getTime() + 301_000 })],
  ['more than five minutes ahead', webhook(official, { nowMs: at.getTime() - 301_000 })],
  ['no time', webhook(official, { headers: { ...webhook(official).headers, 'webhook-timestamp': 'now' } })],
  ['a missing header', webhook(official, { headers: { 'webhook-id': ID } })],
])('%s is refused', async (_what, given) => {
  await expect(verifyWebhook(given)).rejects.toMatchObject({ code: 'bad_signature' });
});

test('five minutes are still good', async () => {
  expect((await verifyWebhook(webhook(official, { nowMs: at.getTime() + 300_000 }))).id).toBe(ID);
});

test.each(['', 'secret', 'whsec_', 'whsec_AAAA', 'whsec_!!!', 'whpk_AAAA', SECRET.replace('whsec_', '')])(
  'the key "%s" is named as wrong, also beside a good one',
  async (key) => {
    await expect(verifyWebhook(webhook(official, { keys: [SECRET, key] }))).rejects.toMatchObject({
      code: 'bad_input',
    });
  },
);

test('a signed body that is not JSON is told apart from a bad signature', async () => {
  const signature = new Webhook(SECRET).sign(ID, at, 'not json');
  const wrong = { code: 'bad_input', message: 'The body of the webhook is not JSON.' };
  await expect(verifyWebhook(webhook(signature, { body: 'not json' }))).rejects.toMatchObject(wrong);
});

test('so is one that is not UTF-8', async () => {
  const bytes = Uint8Array.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')]);
  const signed = Buffer.concat([Buffer.from(`${ID}.${seconds}.`), bytes]);
  const signature = `v1,${createHmac('sha256', Buffer.alloc(32, 7)).update(signed).digest('base64')}`;
  await expect(verifyWebhook(webhook(signature, { body: bytes }))).rejects.toMatchObject({ code: 'bad_input' });
});

const withTime = (time: string) =>
  webhook(official, { headers: { ...webhook(official).headers, 'webhook-timestamp': time } });

test.each<[string, SignedWebhook]>([
  ['No signature of the webhook matches a key.', webhook(official, { keys: OTHER })],
  ['The webhook is too old, or the clocks differ too much.', webhook(official, { nowMs: at.getTime() + 301_000 })],
  ['The header webhook-id is missing.', webhook(official, { headers: { 'webhook-timestamp': seconds } })],
  ['The header webhook-timestamp is missing.', webhook(official, { headers: { 'webhook-id': ID } })],
  ['The header webhook-signature is missing.', webhook('')],
  ...['1.8e9', `${seconds}x`, `x${seconds}`, '1234567890123'].map((time): [string, SignedWebhook] => [
    'The header webhook-timestamp is not a time.',
    withTime(time),
  ]),
  [
    'A key of webhooks is whsec_ and the base64 of 24 to 64 bytes, or whpk_ and that of 32 bytes.',
    webhook(official, { keys: 'whsec_AAAA' }),
  ],
])('whoever reads the log knows what is wrong: %s', async (message, given) => {
  await expect(verifyWebhook(given)).rejects.toThrow(message);
});

test('how far clocks may differ can be said', async () => {
  const nowMs = at.getTime() + 10_000;
  expect((await verifyWebhook(webhook(official, { nowMs, toleranceSeconds: 10 }))).id).toBe(ID);
  const refused = verifyWebhook(webhook(official, { nowMs, toleranceSeconds: 9 }));
  await expect(refused).rejects.toThrow('too old');
  expect((await verifyWebhook(webhook(official, { nowMs: at.getTime() - 300_000 }))).id).toBe(ID);
});

test.each([24, 64])('a secret may have %i bytes', async (bytes) => {
  const keys = `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  const signature = new Webhook(keys).sign(ID, at, body);
  expect((await verifyWebhook(webhook(signature, { keys }))).id).toBe(ID);
});

test.each([
  ['whsec_', 23],
  ['whsec_', 65],
  ['whpk_', 31],
  ['whpk_', 33],
])('a key %s of %i bytes is none', async (prefix, bytes) => {
  const keys = prefix + Buffer.alloc(bytes, 7).toString('base64');
  await expect(verifyWebhook(webhook(official, { keys }))).rejects.toMatchObject({ code: 'bad_input' });
});

test('base64 that is not spelled as it should be is no signature', async () => {
  for (const wrong of [
    ` ${official.slice(3)}`,
    `${official.slice(3)}=`,
    `${official.slice(3, -1)}`,
    `-${official.slice(4)}`,
    `${official.slice(3)}!!!!`,
  ]) {
    await expect(verifyWebhook(webhook(`v1,${wrong}`))).rejects.toThrow('No signature');
  }
});
