import { v1BurnAnswer, v1Object, v1RecentAnswer, v1StatusAnswer, v1ValueAnswer } from '@onceover/schema/rest/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  created,
  type Ending,
  endings,
  everyMetadata,
  type PlayedGateway,
  playedSecrets,
} from '../../../test-support/played-secrets.ts';
import { concealed, gate, metadata, metadataKey, revealed, secretKey } from '../../../test-support/sample-data.ts';

let gateway: PlayedGateway;
beforeAll(async () => {
  gateway = await playedSecrets({ ONCEOVER_COMPATIBLE_TYPES: 'on' });
});
afterAll(() => gateway[Symbol.asyncDispose]());

const beginning = [
  'custid',
  'metadata_key',
  'secret_key',
  'ttl',
  'metadata_ttl',
  'secret_ttl',
  'metadata_url',
  'state',
];
const middle = ['updated', 'created', 'received', 'recipient', 'share_domain', 'passphrase_required', 'value'];
const later = ['identifier', 'secret_identifier', 'has_passphrase', 'recipients', 'receipt_ttl', 'receipt_url'];
const inOrder = [...beginning, ...middle, ...later, 'secret_value'];
const named = (...without: string[]) => inOrder.filter((name) => !without.includes(name));

const link = ['secret_key', 'secret_identifier', 'passphrase_required', 'has_passphrase'];
const values = ['value', 'secret_value'];
const names: Readonly<Record<Ending, string[]>> = {
  pending: named('received', ...values),
  received: named('secret_ttl', ...link, ...values),
  burned: named('received', ...link, ...values),
  expired: named('received', ...link, ...values),
};
const states: Readonly<Record<Ending, string>> = {
  pending: 'new',
  received: 'received',
  burned: 'burned',
  expired: 'expired',
};

/** Go and C# read no number with a fraction into a whole one. */
const FRACTION = /:\s*-?\d+\.\d/;

test.each(everyMetadata)('$name: one object, its names in order', async ({ ending, metadata: found }) => {
  gateway.played.metadata = found;
  for (const method of ['GET', 'POST']) {
    for (const name of ['private', 'metadata', 'receipt']) {
      const askedAt = Math.floor(Date.now() / 1000);
      const { status, json, text } = await gateway.send(`/api/v1/${name}/${metadataKey}`, { as: 'nina', method });
      expect([status, Object.keys(v1Object.parse(json))]).toEqual([200, names[ending]]);
      expect(Object.keys(json)).toEqual(names[ending]);
      expect(text).not.toMatch(FRACTION);
      const recipients = found.recipients === null ? [] : ['to*****@e*****.com', 'an*****@e*****.org'];
      expect(json).toMatchObject({
        custid: found.isOwner ? 'nina@example.com' : found.hasOwner ? '' : 'anon',
        state: states[ending],
        ttl: 1800,
        recipient: recipients,
        recipients,
        identifier: json.metadata_key,
        receipt_ttl: json.metadata_ttl,
        receipt_url: json.metadata_url,
        share_domain: '',
      });
      expect([json.secret_identifier, json.has_passphrase]).toEqual([json.secret_key, json.passphrase_required]);
      // When it was created it had all of them.
      expect(json.metadata_ttl).toBeLessThanOrEqual(3600 - (askedAt - created));
      expect(json.metadata_ttl).toBeGreaterThanOrEqual(3599 - (Date.now() / 1000 - created));
      if (ending === 'pending') expect(json.metadata_ttl - json.secret_ttl).toBe(1800);
      if (ending === 'burned' || ending === 'expired') expect(json.secret_ttl).toBeNull();
    }
  }
});

test.each(['share', 'create', 'generate'])(
  '%s: right after the creation nothing of the lifetimes is over',
  async (call) => {
    const value = call === 'generate' ? 'hT7*kPw$2m3n' : null;
    gateway.played.concealed = { ...concealed, value, metadata: { ...metadata, secretKey: null } };
    const { json, text } = await gateway.send(`/api/v1/${call}`, { form: 'secret=a' });
    const wanted = value === null ? names.pending : named('received');
    expect(Object.keys(v1Object.parse(json))).toEqual(wanted);
    expect(Object.keys(json)).toEqual(wanted);
    expect(json).toMatchObject({
      secret_key: secretKey,
      ttl: 1800,
      secret_ttl: 1800,
      metadata_ttl: 3600,
      state: 'new',
    });
    expect([json.value, json.secret_value]).toEqual(value === null ? [undefined, undefined] : [value, value]);
    expect(text).not.toMatch(FRACTION);
  },
);

test('a secret of another client to generate is ignored, whatever it is', async () => {
  gateway.played.concealed = { ...concealed, kind: 'GENERATE', value: 'hT7*kPw$2m3n' };
  gateway.inputs.length = 0;
  for (const form of ['{"secret":{"secret":"a"}}', '{"secret":"a"}', '']) {
    expect((await gateway.send('/api/v1/generate', { form, type: 'application/json' })).status).toBe(200);
  }
  expect(gateway.inputs).toEqual(new Array(3).fill({ kind: 'GENERATE', secret: '', recipients: [] }));
});

test('a reveal is the value and the key that was asked for', async () => {
  for (const [shareDomain, domain] of [
    [null, `http://127.0.0.1:${gateway.port}`],
    ['links.example', 'http://links.example'],
  ]) {
    gateway.played.revealed = { ...revealed, ...gate, shareDomain };
    gateway.inputs.length = 0;
    // Neither asked for nor read.
    for (const form of ['', 'continue=false', 'continue=true']) {
      const { json } = await gateway.send(`/api/v1/secret/${secretKey}`, { form });
      const value = 'tea at 5?';
      expect(Object.entries(v1ValueAnswer.parse(json))).toEqual([
        ['value', value],
        ['secret_key', secretKey],
        ['share_domain', expect.stringMatching(new RegExp(`^${domain}(?::\\d+)?$`))],
        ['secret_identifier', secretKey],
        ['secret_value', value],
      ]);
    }
    expect(gateway.inputs).toEqual(new Array(3).fill({ key: secretKey, continue: true }));
  }
});

test('a burn tells the state after it, and asks for no confirmation', async () => {
  gateway.inputs.length = 0;
  const { json } = await gateway.send(`/api/v1/private/${metadataKey}/burn`, { form: 'passphrase=plum' });
  const { state, secret_shortkey } = v1BurnAnswer.parse(json);
  expect(Object.keys(state)).toEqual(names.burned);
  expect([Object.keys(json), secret_shortkey]).toEqual([['state', 'secret_shortkey'], 'w9x8y7z6']);
  expect(gateway.inputs).toEqual([{ key: metadataKey, continue: true, passphrase: 'plum' }]);
});

test.each(['private', 'metadata', 'receipt'])('%s/recent: oldest first, and nothing of links', async (name) => {
  const secrets = Object.values(endings).map((ends, age) => ({
    ...metadata,
    ...ends,
    secretKey: null,
    hasOwner: true,
    isOwner: true,
    created: metadata.created - age,
  }));
  gateway.played.recent = secrets;
  const { json } = await gateway.send(`/api/v1/${name}/recent`, { as: 'nina' });
  const listed = v1RecentAnswer.parse(json);
  expect(listed.map(({ state }) => state)).toEqual(['expired', 'burned', 'received', 'new']);
  expect(listed.flatMap(Object.keys)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^secret_key$/)]));
  expect(Object.keys(json[3])).toEqual(named('received', ...link, ...values));
  expect(listed.every(({ custid }) => custid === 'nina@example.com')).toBe(true);
});

test('the status is the same with and without a token, and in the language asked for', async () => {
  for (const [path, as] of [
    ['/api/v1/status', 'nobody'],
    ['/api/v1/status', 'nina'],
    ['/api/v1/authcheck', 'nina'],
  ] as const) {
    const { json, headers } = await gateway.send(path, { as, headers: { 'accept-language': 'de' } });
    expect(v1StatusAnswer.parse(json)).toEqual({ status: 'nominal', locale: 'de' });
    expect([headers['content-type'], headers['content-language']]).toEqual(['application/json; charset=utf-8', 'de']);
  }
});
