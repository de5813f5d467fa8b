import { laterErrorAnswer } from '@onceover/schema/rest/later';
import { v1ErrorAnswer } from '@onceover/schema/rest/v1';
import { v3ErrorAnswer } from '@onceover/schema/rest/v3';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asked } from '../../test-support/ask.ts';
import {
  credential,
  type Played,
  type PlayedGateway,
  playedSecrets,
  type Sent,
} from '../../test-support/played-secrets.ts';
import { metadata, secretKey } from '../../test-support/sample-data.ts';

/*
 * How each dialect says that something is refused: the tables of errors, row by row. Source: dialects 3, 4, 5.
 */

let gateway: PlayedGateway;
beforeAll(async () => {
  gateway = await playedSecrets();
});
afterAll(() => gateway[Symbol.asyncDispose]());

type Call = 'conceal' | 'open' | 'look' | 'burn' | 'memo';

const nested = { form: 'secret[secret]=a' };
const confirmed = { form: 'continue=true' };
/** The calls where each dialect has them, and how it reads an error. */
const dialects = [
  {
    name: 'v1',
    conceal: ['/api/v1/share', { form: 'secret=a' }],
    open: ['/api/v1/secret/:key', { form: '' }],
    look: ['/api/v1/private/:key', {}],
    burn: ['/api/v1/metadata/:key/burn', { form: '' }],
    memo: undefined,
  },
  {
    name: 'later',
    conceal: ['/api/v2/secret/conceal', nested],
    open: ['/api/v2/secret/:key/reveal', confirmed],
    look: ['/api/v2/receipt/:key', {}],
    burn: ['/api/v2/receipt/:key/burn', confirmed],
    memo: ['/api/v2/receipt/:key', { method: 'PATCH', form: 'memo=a', as: 'nina' }],
  },
  {
    name: 'v3',
    conceal: ['/api/v3/guest/secret/conceal', nested],
    open: ['/api/v3/guest/secret/:key/reveal', confirmed],
    look: ['/api/v3/guest/receipt/:key', {}],
    burn: ['/api/v3/guest/receipt/:key/burn', confirmed],
    memo: ['/api/v3/receipt/:key', { method: 'PATCH', form: 'memo=a', as: 'nina' }],
  },
] as const satisfies readonly ({ readonly name: string } & Readonly<
  Record<Call, readonly [string, Sent] | undefined>
>)[];
type Dialect = (typeof dialects)[number];

/** What is wanted of an error, by dialect. */
interface Wanted {
  readonly v1?: { readonly status?: number; readonly message?: string };
  readonly later: { readonly status: number; readonly type: string } & Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly code: string;
  readonly retryAfter?: number;
}

/** One error, as its dialect must write it, and not a word more. */
function expectError({ name }: Pick<Dialect, 'name'>, answer: Asked, method: string, wanted: Wanted): void {
  const { message, code, retryAfter } = wanted;
  const { status, type, ...more } = wanted.later;
  const { headers, json } = answer;
  const isPost = method === 'POST';
  expect(headers['retry-after']).toBe(retryAfter === undefined ? undefined : String(retryAfter));
  // Browsers would ask people for a password that nobody has.
  expect(headers['www-authenticate']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  if (name === 'v1') {
    const unknown = wanted.v1?.message === 'Unknown secret' ? { secret_key: secretKey } : {};
    const body = v1ErrorAnswer.parse(json);
    expect(answer.status).toBe(wanted.v1?.status ?? 404);
    expect(body).toEqual({
      ...unknown,
      ...(code === 'not_found' ? { error: message } : {}),
      message: wanted.v1?.message ?? message,
      code: 'secret_key' in unknown ? 'unknown_secret' : code,
    });
    return;
  }
  const body = name === 'v3' ? v3ErrorAnswer.parse(json) : laterErrorAnswer.parse(json);
  expect(answer.status).toBe(status);
  expect(body).toEqual({
    success: false,
    error: message,
    message,
    error_type: type,
    code,
    request_id: headers['x-request-id'],
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(isPost && name === 'later' ? { shrimp: expect.any(String) } : {}),
    ...more,
  });
}

const refusal = (__typename: string, code: string, more: object = {}) => ({ __typename, code, message: '', ...more });
const formError = (field?: string) => ({ status: 422, type: 'FormError', ...(field === undefined ? {} : { field }) });
const limit = { status: 429, type: 'LimitExceeded' };
const tries = { attempts: 5, max_attempts: 5 };
const unknown = { message: 'Unknown secret' };
const gone = { status: 404, type: 'RecordNotFound', secret_key: secretKey };
const cripes = 'Cripes! You have been rate limited.';
const shortly = "We'll be back shortly!";
const wait = { retryAfterSeconds: 9 };
const outage = (error: Error) => () => {
  throw error;
};
const away = { later: { status: 503, type: 'ServerError' }, v1: { status: 503 }, message: shortly };

const rows: readonly (Wanted & { readonly call: Call; readonly played: Partial<Played> })[] = [
  ...[
    {
      played: refusal('EmptySecret', 'secret.empty'),
      ...{ later: formError('secret'), message: 'You did not provide anything to share', code: 'empty_secret' },
    },
    {
      played: refusal('TextTooLong', 'secret.text-too-long'),
      ...{ later: formError('secret'), message: 'The text is longer than your plan allows', code: 'long_text' },
    },
    {
      played: refusal('PassphraseTooLong', 'secret.passphrase-too-long'),
      ...{
        later: formError('passphrase'),
        message: 'Passphrase is too long (limit 256 characters)',
        code: 'long_passphrase',
      },
    },
    {
      played: refusal('UndeliverableRecipient', 'secret.undeliverable-recipient', { address: 'tom' }),
      ...{ later: formError('recipient'), message: 'Undeliverable email address: tom', code: 'bad_recipient' },
    },
    {
      played: refusal('TooManyRecipients', 'secret.too-many-recipients', { limit: 5 }),
      ...{ later: formError('recipient'), message: 'Too many recipients (limit 5)', code: 'too_many_recipients' },
    },
    {
      played: refusal('InvalidShareDomain', 'secret.invalid-share-domain'),
      ...{ later: formError('share_domain'), message: 'Invalid share domain', code: 'bad_share_domain' },
    },
    {
      played: refusal('DomainNotFound', 'secret.domain-not-found'),
      later: { status: 403, type: 'Forbidden' },
      ...{ message: 'Domain not found', code: 'domain_not_found' },
    },
    {
      played: refusal('RecipientNotAllowed', 'secret.recipient-not-allowed'),
      later: { status: 401, type: 'Unauthorized' },
      ...{ message: 'An account is required to send emails.', code: 'account_required' },
    },
    {
      played: refusal('IdempotencyMismatch', 'secret.idempotency-mismatch'),
      later: formError(),
      message: 'This Idempotency-Key was used with other fields. Use a new one.',
      code: 'idempotency_mismatch',
    },
    {
      played: refusal('MailQuotaReached', 'secret.mail-quota-reached', wait),
      ...{ later: limit, message: cripes, code: 'rate_limited', retryAfter: 9 },
    },
  ].map(({ played, ...row }) => ({ ...row, call: 'conceal' as const, played: { concealed: played } })),
  ...[
    { played: refusal('SecretGone', 'secret.gone'), later: gone, v1: unknown, ...unknown, code: 'unknown_secret' },
    {
      played: refusal('WrongPassphrase', 'secret.wrong-passphrase'),
      later: formError('passphrase'),
      v1: unknown,
      ...{ message: 'Double check that passphrase', code: 'bad_passphrase' },
    },
    {
      played: refusal('TooManyAttempts', 'secret.too-many-attempts', wait),
      later: { ...limit, ...tries },
      ...{ message: cripes, code: 'rate_limited', retryAfter: 9 },
    },
    {
      played: refusal('SecretLocked', 'secret.locked'),
      ...{ later: { ...limit, ...tries }, message: cripes, code: 'rate_limited' },
    },
    {
      played: refusal('PeopleOnly', 'secret.people-only'),
      later: { status: 403, type: 'Forbidden' },
      ...{ message: 'Only a person can open this secret, on the page of its link.', code: 'people_only' },
    },
    {
      played: outage(new OutageError('keys', { retryAfterSeconds: 7 })),
      ...{ ...away, later: { status: 503, type: 'SecretUndecryptable' }, code: 'unavailable', retryAfter: 7 },
    },
    {
      played: outage(new OutageError('postgres', { retryAfterSeconds: 7 })),
      ...{ ...away, code: 'unavailable', retryAfter: 7 },
    },
    { played: outage(new OutcomeUnknownError('postgres')), ...{ ...away, code: 'outcome_unknown', retryAfter: 5 } },
    {
      played: outage(new TypeError('nobody outside should see this')),
      later: { status: 500, type: 'ServerError' },
      v1: { status: 500 },
      ...{ message: 'An unexpected error occurred :[', code: 'unexpected' },
    },
  ].map(({ played, ...row }) => ({ ...row, call: 'open' as const, played: { revealed: played } })),
  {
    ...{ call: 'burn', played: { burned: refusal('SecretNotBurnable', 'secret.not-burnable', { state: 'BURNED' }) } },
    ...{ later: formError(), v1: unknown, message: 'Secret could not be burned.', code: 'not_burned' },
  },
  {
    ...{ call: 'burn', played: { burned: refusal('WrongPassphrase', 'secret.wrong-passphrase') } },
    ...{ later: formError('passphrase'), v1: unknown, message: 'Double check that passphrase', code: 'bad_passphrase' },
  },
  {
    ...{ call: 'burn', played: { burned: refusal('SecretGone', 'secret.gone') } },
    ...{ later: gone, v1: unknown, ...unknown, code: 'unknown_secret' },
  },
  { call: 'look', played: { metadata: null }, later: gone, v1: unknown, ...unknown, code: 'unknown_secret' },
  { call: 'memo', played: { metadata: null }, later: gone, ...unknown, code: 'unknown_secret' },
  {
    call: 'memo',
    played: { metadata: { ...metadata, hasOwner: true } },
    later: { status: 401, type: 'Unauthorized' },
    ...{ message: 'Not authorized to update this receipt', code: 'not_owner' },
  },
  {
    call: 'memo',
    played: {
      metadata: { ...metadata, hasOwner: true, isOwner: true },
      labeled: refusal('BadLabel', 'secret.bad-label'),
    },
    later: formError('memo'),
    message: 'A label is one line of at most 500 characters, without control characters.',
    code: 'bad_label',
  },
];

test.each(rows.map((row) => ({ ...row, title: `${row.code} of ${row.call}: ${row.later.type}` })))(
  '$title',
  async ({ call, played, ...wanted }) => {
    Object.assign(gateway.played, played);
    for (const dialect of dialects) {
      const known = dialect[call];
      if (known === undefined) continue;
      const [path, sent] = known;
      const answer = await gateway.send(path.replace(':key', secretKey), sent);
      expectError(dialect, answer, call === 'look' ? 'GET' : call === 'memo' ? 'PATCH' : 'POST', wanted);
    }
  },
);

const JSON_TYPE = 'application/json';
const denied = { later: { status: 401, type: 'Unauthorized' }, message: 'Not authorized', code: 'not_authorized' };
const nowhere = { later: { status: 404, type: 'NotFound' }, message: 'Not Found', code: 'not_found' };
const payload = { later: formError(), message: 'Incorrect payload format', code: 'bad_payload' };
const undecodable = { later: formError(), message: 'The request could not be decoded', code: 'bad_encoding' };
const bases = { v1: '/api/v1', later: '/api/v2', v3: '/api/v3' };

/** What is refused before any service is asked, by all calls that create something. */
const requests: readonly (Wanted & { readonly title: string; readonly sent: Sent })[] = [
  {
    title: 'broken JSON',
    sent: { form: '{"secret":{', type: JSON_TYPE },
    ...{ later: formError(), code: 'bad_json' },
    message: 'Failed to parse body as JSON',
  },
  {
    title: 'JSON that is no object',
    sent: { form: '[{"secret":{"a":1}}]', type: JSON_TYPE },
    ...{ later: formError(), code: 'bad_json' },
    message: 'Failed to parse body as JSON',
  },
  {
    title: 'half a surrogate pair',
    sent: { form: '{"secret":{"secret":"\\ud800"}}', type: JSON_TYPE },
    ...undecodable,
  },
  { title: 'broken percent-encoding', sent: { form: 'secret[secret]=%e0%a4' }, ...undecodable },
  { title: 'too many fields', sent: { form: `secret[secret]=a&${'a=1&'.repeat(100)}` }, ...payload },
  {
    title: 'too deep',
    sent: { form: `{"secret":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}`, type: JSON_TYPE },
    ...payload,
  },
  {
    title: 'nested lists',
    sent: { form: '{"secret":{"recipient":[["tom@example.com"]]},"recipient":[["tom@example.com"]]}', type: JSON_TYPE },
    ...payload,
  },
  {
    title: 'a bad claim token',
    sent: { form: 'secret[secret]=a', headers: { 'idempotency-key': 'short' } },
    ...{ later: formError(), message: 'Malformed Idempotency-Key', code: 'bad_idempotency_key' },
  },
  {
    title: 'an unknown type',
    sent: { form: 'secret[secret]=a', type: 'text/plain' },
    ...{ later: { status: 415, type: 'FormError' }, message: 'Unsupported content type', code: 'bad_type' },
  },
  {
    title: 'a body that is too long',
    sent: { form: `secret[secret]=${'a'.repeat(2_200_000)}` },
    later: { status: 413, type: 'FormError' },
    v1: { status: 413 },
    ...{ message: 'Request body too large', code: 'too_large' },
  },
  ...['nina@example.com', 'nina@example.com:', ':api', ':', '', 'nina@example.com:wrong'].map((text) => ({
    ...{
      title: `Basic ${text}`,
      sent: { form: 'secret[secret]=a', headers: { authorization: credential(text) } },
      ...denied,
    },
  })),
  ...['Bearer api', 'Basic', 'Basic !', ''].map((authorization) => ({
    ...{
      title: `credentials: ${authorization}`,
      sent: { form: 'secret[secret]=a', headers: { authorization } },
      ...denied,
    },
  })),
];

test.each(requests)('$title', async ({ sent, ...wanted }) => {
  const { length } = gateway.inputs;
  const paths = { v1: '/api/v1/share', later: '/api/v2/secret/conceal', v3: '/api/v3/guest/secret/conceal' };
  // Guest paths look at no credentials; a body that was not received nests nothing yet.
  const others = {
    ...(wanted.code === 'not_authorized' ? { v3: '/api/v3/secret/conceal' } : {}),
    ...(wanted.code === 'too_large' ? { later: '/api/v2/guest/secret/conceal' } : {}),
  };
  for (const [name, path] of Object.entries({ ...paths, ...others })) {
    const form = name === 'v1' ? sent.form?.replace('secret[secret]', 'secret') : sent.form;
    const answer = await gateway.send(path, { ...sent, ...(form === undefined ? {} : { form }) });
    expectError({ name: name as Dialect['name'] }, answer, 'POST', wanted);
  }
  expect(gateway.inputs).toHaveLength(length);
});

test.each([
  ['v1', 'GET', '/api/v1/nothing', nowhere],
  ['v1', 'GET', '/api/v1', nowhere],
  ['v1', 'GET', '/api/v1/share', nowhere],
  ['v1', 'POST', '/api/v1/status', nowhere],
  ['v1', 'PATCH', '/api/v1/private/:key', nowhere],
  ['v1', 'DELETE', '/api/v1/secret/:key', nowhere],
  ['v1', 'GET', '/api/v1/secret/:key', nowhere],
  ['v1', 'GET', '/api/v1/%zz', undecodable],
  ['v1', 'POST', '/api/v1/secret/%e0%a4', undecodable],
  ['later', 'POST', '/api/v2/guest/secret/%e0%a4/reveal', undecodable],
  ['v3', 'GET', '/api/v3/%zz', undecodable],
  ['v1', 'GET', '/api/v1/authcheck', denied],
  ['v1', 'GET', '/api/v1/private/recent', denied],
  ['v1', 'GET', '/api/v1/receipt/recent', denied],
  ['later', 'GET', '/api/v2/receipt', nowhere],
  ['later', 'POST', '/api/v2/receipt/recent', nowhere],
  ['later', 'DELETE', '/api/v2/receipt/:key', nowhere],
  ['later', 'GET', '/api/v2/receipt/:key/burn', nowhere],
  ['later', 'GET', '/api/v2/guest/nothing', nowhere],
  ['later', 'GET', '/api/v2/guest/receipt/recent/x', nowhere],
  ['later', 'PATCH', '/api/v2/guest/receipt/:key', nowhere],
  ['later', 'POST', '/api/v2/secret/:key/status', nowhere],
  ['later', 'GET', '/api/v2/secret/:key/reveal', nowhere],
  ['later', 'GET', '/api/v2/receipt/recent', denied],
  ['later', 'PATCH', '/api/v2/receipt/:key', denied],
  ['later', 'POST', '/api/account/update', nowhere],
  ['later', 'GET', '/api/colonel', nowhere],
  ['v3', 'GET', '/api/v3/nothing', nowhere],
  ['v3', 'GET', '/api/v3', nowhere],
  ['v3', 'POST', '/api/v3/receipt/:key', nowhere],
  ['v3', 'GET', '/api/v3/guest/receipts', nowhere],
  ['v3', 'GET', '/api/v3/receipt/recent', denied],
  ['v3', 'PATCH', '/api/v3/receipt/:key', denied],
] as const)('%s, %s %s', async (name, method, path, wanted) => {
  const call = path.replace(':key', secretKey);
  expectError({ name }, await gateway.send(call, { method }), method, wanted);
});

test.each(Object.entries(bases))('%s: more of a long key than any key has is not repeated', async (name, base) => {
  Object.assign(gateway.played, { metadata: null, revealed: refusal('SecretGone', 'secret.gone') });
  const key = 'k'.repeat(10_000);
  const place = name === 'v1' ? `${base}/secret/${key}` : `${base}/guest/secret/${key}/reveal`;
  const { json, text } = await gateway.send(place, confirmed);
  expect([json.secret_key, text.length < 500]).toEqual(['k'.repeat(64), true]);
});

test.each(['/api/v1/share', '/api/v2/receipt/recent', '/api/v3/receipt/recent'])(
  'too many wrong tokens say when to come back: %s',
  async (path) => {
    gateway.people.isTokenLimited = true;
    const sent = path.endsWith('share') ? { form: 'secret=a' } : {};
    const answer = await gateway.send(path, { ...sent, as: 'nina' });
    gateway.people.isTokenLimited = false;
    const name = path.startsWith('/api/v1') ? 'v1' : path.startsWith('/api/v3') ? 'v3' : 'later';
    const wanted = { later: limit, message: cripes, code: 'rate_limited', retryAfter: 9 };
    expectError({ name }, answer, 'GET', wanted);
  },
);

test.each([
  '/api/v2/secret/conceal',
  '/api/v2/secret/generate',
  '/api/v2/guest/secret/conceal',
  '/api/v3/guest/secret/generate',
])('a text and an object at once, or neither where one must be, is no payload: %s', async (path) => {
  const bodies = ['secret=a&secret[secret]=b', 'secret[ttl]=60&secret=a', 'secret[][secret]=a'];
  const flat = path === '/api/v2/secret/conceal' ? [] : ['secret=a'];
  for (const text of [...bodies, ...flat]) {
    const answer = await gateway.send(path, { form: text });
    expectError({ name: path.startsWith('/api/v3') ? 'v3' : 'later' }, answer, 'POST', payload);
  }
});

test('a limit is told in the dialect of the body that was not read for it', async () => {
  await using limited = await playedSecrets({ ONCEOVER_RATE_LIMITS: 'on' });
  const conceal = (text: string, type?: string) =>
    limited.send('/api/v2/secret/conceal', { form: text, ...(type === undefined ? {} : { type }) });
  let asked = 0;
  while ((await conceal('secret=a')).status === 200) asked += 1;
  expect(asked).toBeGreaterThan(3);
  const told = async (answering: Promise<Asked>) => {
    const { status, json, headers } = await answering;
    return [status, json.code, json.error_type, json.retry_after === Number(headers['retry-after'])];
  };
  const wanted = [429, 'rate_limited', 'LimitExceeded', true];
  expect(await told(conceal('secret=a'))).toEqual([400, 'rate_limited', undefined, false]);
  expect(await told(conceal('secret[secret]=a'))).toEqual(wanted);
  expect(await told(conceal('{"secret":{"secret":"a"}}', JSON_TYPE))).toEqual(wanted);
  expect(await told(limited.send('/api/v3/guest/secret/conceal', { form: 'secret[secret]=a' }))).toEqual(wanted);
  const v1 = await told(limited.send('/api/v1/share', { form: 'secret=a' }));
  expect(v1).toEqual([404, 'rate_limited', undefined, false]);
});

test('v3 has feedback, with the same question to visitors', async () => {
  const { status, json } = await gateway.send('/api/v3/feedback', { form: 'msg=plums' });
  expect([status, json.error_type, json.code]).toEqual([422, 'FormError', 'captcha_missing']);
});
