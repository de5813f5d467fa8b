import { expect, test } from 'vitest';
import { ask, post } from '../test-support/ask.ts';
import { concealed, gate, metadata, metadataKey, revealed, secretKey } from '../test-support/sample-data.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

type Inputs = Record<string, unknown>[];

function recording(inputs: Inputs, answer: object) {
  return (_parent: unknown, { input }: { input: Record<string, unknown> }) => {
    inputs.push({ ...input });
    return answer;
  };
}

test('conceal passes on what the form says', async () => {
  const inputs: Inputs = [];
  await using gateway = await startTestGateway({
    secrets: { Mutation: { concealSecret: recording(inputs, concealed) } },
  });
  const host = `127.0.0.1:${gateway.port}`;
  const key = 'q7Rm2xKc9TzB4nVw8LsD1e';
  await post(
    gateway.port,
    '/api/v2/secret/conceal?ttl=300',
    { secret: ' a ', passphrase: '', kind: 'other', share_domain: host, ttl: '1800.9' },
    { 'idempotency-key': key },
  );
  expect(inputs).toEqual([{ kind: 'SHARE', secret: ' a ', ttl: 1800, recipients: [], idempotencyKey: key }]);
});

test.each([
  ['secret.empty', 'EmptySecret', 400, { message: 'You did not provide anything to share', code: 'empty_secret' }],
  ['secret.invalid-share-domain', 'InvalidShareDomain', 400, { message: 'Invalid share domain (no host)' }],
  ['secret.domain-not-found', 'DomainNotFound', 404, { message: 'Domain not found no host', code: 'domain_not_found' }],
  ['secret.recipient-not-allowed', 'RecipientNotAllowed', 400, { message: 'An account is required to send emails.' }],
])('conceal answers the refusal %s', async (code, type, status, body) => {
  const refusal = { __typename: type, code, message: '' };
  await using gateway = await startTestGateway({ secrets: { Mutation: { concealSecret: () => refusal } } });
  const answer = await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a', share_domain: 'no host' });
  expect(answer.status).toBe(status);
  expect(answer.json).toMatchObject(body);
  expect('success' in answer.json).toBe(status === 400);
});

test('too many wrong passphrases say when to come back; a locked secret does not', async () => {
  const limited = {
    __typename: 'TooManyAttempts',
    code: 'secret.too-many-attempts',
    message: '',
    retryAfterSeconds: 9,
  };
  const locked = { __typename: 'SecretLocked', code: 'secret.locked', message: '' };
  for (const [refusal, retryAfter] of [
    [limited, '9'],
    [locked, undefined],
  ] as const) {
    await using gateway = await startTestGateway({ secrets: { Mutation: { revealSecret: () => refusal } } });
    const answer = await post(gateway.port, `/api/v2/secret/${secretKey}`, { continue: 'true', passphrase: 'p' });
    expect(answer.json).toMatchObject({ message: 'Cripes! You have been rate limited.', code: 'rate_limited' });
    expect(answer.headers['retry-after']).toBe(retryAfter);
  }
});

test('a reveal without continue is a look, and nothing else happens', async () => {
  await using gateway = await startTestGateway({
    secrets: { Query: { secret: () => ({ ...gate, hasPassphrase: true }) } },
  });
  const answer = await post(gateway.port, `/api/v2/secret/${secretKey}`, { continue: '1', passphrase: 'plum' });
  expect(answer.status).toBe(200);
  expect(answer.json.details).toMatchObject({ continue: false, show_secret: false, correct_passphrase: false });
});

test('an answer given again says that it is', async () => {
  await using gateway = await startTestGateway({
    secrets: {
      Mutation: {
        revealSecret: () => ({ ...revealed, isReplay: true }),
        concealSecret: () => ({ ...concealed, isReplay: true }),
      },
    },
  });
  for (const path of [`/api/v2/secret/${secretKey}`, '/api/v2/secret/conceal']) {
    const answer = await post(gateway.port, path, { continue: 'true', secret: 'a' });
    expect(answer.headers['idempotent-replayed']).toBe('true');
  }
});

test('with compatible types the answers carry the strings the original sent', async () => {
  await using gateway = await startTestGateway({
    env: { ONCEOVER_COMPATIBLE_TYPES: 'on' },
    secrets: {
      Query: {
        metadata: (_parent: unknown, { key }) => ({
          ...metadata,
          ...(key === metadataKey ? {} : { state: 'RECEIVED', received: 1_900_000_100, secretKey: null }),
        }),
      },
      Mutation: {
        revealSecret: () => revealed,
        burnSecret: () => ({ __typename: 'BurnedSecret', metadata: { ...metadata, state: 'BURNED', secretKey: null } }),
      },
    },
  });
  const shown = await post(gateway.port, `/api/v2/secret/${secretKey}`, { continue: 'true' });
  expect(shown.json.record.original_size).toBe('9');
  const pending = (await ask(gateway.port, `/api/v2/private/${metadataKey}`)).json;
  expect(pending.record).toMatchObject({ recipients: '', secret_key: secretKey, created: 1_900_000_000 });
  expect(pending.details).toMatchObject({
    is_received: null,
    view_count: '',
    has_maxviews: null,
    has_passphrase: false,
  });
  const gone = (await ask(gateway.port, `/api/v2/private/${secretKey}`)).json;
  expect(gone.record.secret_key).toBe('');
  expect(gone.details).toMatchObject({ is_received: true, view_count: null, maxviews: null, can_decrypt: null });
  const burned = await post(gateway.port, `/api/v2/private/${metadataKey}/burn`, { continue: 'true' });
  expect(burned.json.record).toMatchObject({
    created: 1_900_000_000,
    metadata: { created: '1900000000', secret_ttl: '1800.0', recipients: '', share_domain: '' },
  });
});
