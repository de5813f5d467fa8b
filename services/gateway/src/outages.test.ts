import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { ask, graph, post } from './test-support/ask.ts';
import { gate, secretKey } from './test-support/sample-data.ts';
import { startTestGateway } from './test-support/start-test-gateway.ts';

function throwing(error: Error) {
  const resolver = () => {
    throw error;
  };
  return {
    Query: { secret: resolver, metadata: resolver },
    Mutation: { concealSecret: resolver, revealSecret: resolver, burnSecret: resolver, acknowledgeSecret: resolver },
  };
}

const path = `/api/v2/secret/${secretKey}`;

test('while something is unavailable every row answers 503 and says when to retry', async () => {
  await using gateway = await startTestGateway({
    secrets: throwing(new OutageError('keys', { retryAfterSeconds: 7 })),
  });
  const answers = [
    await ask(gateway.port, path),
    await ask(gateway.port, `/api/v2/private/${secretKey}`),
    await post(gateway.port, '/api/v2/secret/conceal', { secret: 'a' }),
    await post(gateway.port, path, { continue: 'true' }),
    await post(gateway.port, `/api/v2/private/${secretKey}/burn`, { continue: 'true' }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('7');
    expect(answer.json).toMatchObject({ message: "We'll be back shortly!", success: false, code: 'unavailable' });
  }
});

test('a browser without JavaScript is told in its language, as far as the web has the words', async () => {
  const submitIncoming = () => {
    throw new OutageError('keys', { retryAfterSeconds: 7 });
  };
  const env = { ONCEOVER_INCOMING_RECIPIENT: 'desk@example.test' };
  await using gateway = await startTestGateway({ env, secrets: { Mutation: { submitIncoming } } });
  const send = (language: string) => {
    const headers = { accept: 'text/html', 'accept-language': language };
    return post(gateway.port, '/incoming', { secret: 'a', ticketno: 'AB1' }, headers);
  };
  expect((await send('he')).text).toBe(
    '<!doctype html>\n<html lang="he" dir="rtl"><title>Onceover</title><h1>נחזור בקרוב</h1></html>\n',
  );
  expect((await send('de')).text).toContain(`<html lang="en"><title>Onceover</title><h1>We'll be back shortly!</h1>`);
});

test('an unknown outcome of a reveal has its own code and withholds the content', async () => {
  await using gateway = await startTestGateway({ secrets: throwing(new OutcomeUnknownError('postgres')) });
  const answer = await post(gateway.port, path, { continue: 'true' });
  expect(answer.status).toBe(503);
  expect(answer.json).toMatchObject({ code: 'outcome_unknown', success: false });
  expect(answer.json.shrimp).toBeTypeOf('string');
});

test('a bug is answered with 500, and the answer reveals nothing about it', async () => {
  await using gateway = await startTestGateway({ secrets: throwing(new Error('tea at 5')) });
  const answer = await post(gateway.port, path, { continue: 'true' });
  expect(answer.status).toBe(500);
  expect(answer.json).toMatchObject({ message: 'An unexpected error occurred :[', success: false, code: 'unexpected' });
  expect(answer.text).not.toContain('tea');
});

test('in the graph an outage has its code and a bug is masked', async () => {
  const document = `{ secret(key: "${secretKey}") { shortkey } }`;
  await using away = await startTestGateway({ secrets: throwing(new OutageError('keys', { retryAfterSeconds: 7 })) });
  expect((await graph(away.port, document)).json.errors[0]).toMatchObject({
    message: "We'll be back shortly!",
    extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 7 },
  });
  await using broken = await startTestGateway({ secrets: throwing(new Error('tea at 5')) });
  const answer = await graph(broken.port, document);
  expect(answer.json.errors[0].extensions).toEqual({ code: 'INTERNAL' });
  expect(answer.text).not.toContain('tea');
});

test('status, version and readiness are 503 while the services cannot work; liveness and pages still work', async () => {
  const readiness = async () => ({ isReady: false, reason: 'sealed: no KEK' });
  await using gateway = await startTestGateway({ readiness, secrets: { Query: { secret: () => gate } } });
  for (const name of ['status', 'version', 'supported-locales']) {
    const answer = await ask(gateway.port, `/api/v2/${name}`);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
  }
  const ready = await ask(gateway.port, '/health/ready');
  expect(ready).toMatchObject({ status: 503, json: { status: 'not ready', reason: 'sealed: no KEK' } });
  expect((await ask(gateway.port, '/health/live')).status).toBe(200);
  expect((await ask(gateway.port, '/')).status).toBe(200);
});
