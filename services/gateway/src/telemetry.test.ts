import { systemClock } from '@onceover/service-kit/clock';
import { notedTelemetry } from '@onceover/service-kit/noted-telemetry';
import { expect, test } from 'vitest';
import { memoryLimits, RateLimited, tellingRefusals } from './limits/request-limits.ts';
import { ask, graph, post } from './test-support/ask.ts';
import { gate, secretKey } from './test-support/sample-data.ts';
import { startTestGateway } from './test-support/start-test-gateway.ts';

const secrets = { Query: { secret: () => gate } };
const document = 'query SecretGate($key: String!) { secret(key: $key) { shortkey } }';

test('requests are counted by method, pattern of the route and kind of answer, and by nothing that was sent', async () => {
  const { telemetry, of, amounts } = notedTelemetry();
  await using gateway = await startTestGateway({ telemetry, secrets });
  await ask(gateway.port, `/api/v2/secret/${secretKey}`);
  await ask(gateway.port, '/canary');
  await ask(gateway.port, `/secret/${secretKey}`);
  await post(gateway.port, `/api/v2/secret/${secretKey}`, { shrimp: 'wrong' }, { origin: 'https://elsewhere.example' });
  await ask(gateway.port, '/health/live', { method: 'PURGE' });
  await graph(gateway.port, '{ canary }');
  expect(of('onceover_http_request_duration_seconds')).toEqual([
    'GET /api/v2/secret/:key 2xx',
    'GET other 4xx',
    'GET /secret/:secretKey 2xx',
    'POST /api/v2/secret/:key 4xx',
    'other other 4xx',
    'POST /graphql 4xx',
  ]);
  for (const seconds of amounts('onceover_http_request_duration_seconds')) {
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(60);
  }
});

test('operations are counted by their name where it is one of ours, whoever asks for them, and by whether they were answered', async () => {
  const { telemetry, of } = notedTelemetry();
  await using gateway = await startTestGateway({ telemetry, secrets });
  const send = (body: object) =>
    ask(gateway.port, '/graphql', { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  await ask(gateway.port, `/api/v2/secret/${secretKey}`);
  // Once by the server, and once by the plan that it made.
  for (let times = 0; times < 2; times += 1) {
    await send({ query: document, operationName: 'SecretGate', variables: { key: secretKey } });
  }
  for (let times = 0; times < 2; times += 1) await send({ query: document, operationName: 'SecretGate' });
  await send({
    query: document.replace('SecretGate', 'Canary'),
    operationName: 'Canary',
    variables: { key: secretKey },
  });
  await send({ query: '{ secret(key: "canary") { shortkey } }' });
  expect(of('onceover_operation_duration_seconds')).toEqual([
    'SecretGate answered',
    'SecretGate answered',
    'SecretGate answered',
    'SecretGate failed',
    'SecretGate failed',
    'other answered',
    'other answered',
  ]);
});

test('how many sockets are open can be asked', async () => {
  const { telemetry, levelOf } = notedTelemetry();
  await using gateway = await startTestGateway({ telemetry });
  const open = () => levelOf('onceover_live_sockets')[''];
  expect(open()).toBe(0);
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/graphql`, 'graphql-transport-ws');
  await new Promise((opened) => socket.addEventListener('open', opened));
  expect(open()).toBe(1);
  const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
  socket.close();
  await closed;
  await expect.poll(open).toBe(0);
});

test('what a limit refuses is counted by its name', async () => {
  const { telemetry, of } = notedTelemetry();
  const limits = tellingRefusals(memoryLimits(systemClock), telemetry);
  for (let times = 0; times < 10; times += 1) await limits.take('signUp', { network: 'canary' });
  expect(of('onceover_limit_refusals_total')).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    await expect(limits.take('signUp', { network: 'canary' })).rejects.toThrow(RateLimited);
  }
  expect(of('onceover_limit_refusals_total')).toEqual(['signUp', 'signUp']);
});
