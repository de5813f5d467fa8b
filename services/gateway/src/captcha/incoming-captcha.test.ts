import { expect, test } from 'vitest';
import { graph, post } from '../test-support/ask.ts';
import { metadata } from '../test-support/sample-data.ts';
import { signedInGateway } from '../test-support/signed-in-gateway.ts';
import { solvedChallenge } from '../test-support/solved-challenge.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const submitted = {
  __typename: 'IncomingSubmitted',
  metadata,
  ticketNumber: 'AB123',
  recipient: 'su*****@e*****.com',
  isReplay: false,
};
const desk = {
  secrets: { Mutation: { submitIncoming: () => submitted } },
  env: { ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' },
};
const fields = { secret: 'a', ticketno: 'AB123' };
const document = 'mutation { submitIncoming(input: {secret: "a", ticketNumber: "AB123"}) { __typename } }';

test('a visitor’s fourth secret for the support desk within an hour needs a captcha, which works once', async () => {
  await using gateway = await startTestGateway(desk);
  const send = (more = {}) => post(gateway.port, '/api/v2/incoming', { ...fields, ...more });
  for (let sent = 0; sent < 3; sent += 1) expect((await send()).status).toBe(200);
  expect((await send()).json).toMatchObject({ code: 'captcha_missing', message: 'Cannot skip authenticity check' });
  const payload = await solvedChallenge(gateway.port);
  expect((await send({ authenticity_payload: payload })).status).toBe(200);
  expect((await send({ authenticity_payload: payload })).json).toMatchObject({ code: 'captcha_failed' });
  expect((await send()).json).toMatchObject({ code: 'captcha_missing' });
});

test('the form at the plain path leads back to the page, which says so', async () => {
  await using gateway = await startTestGateway(desk);
  const send = () => post(gateway.port, '/incoming', fields, { accept: 'text/html' });
  for (let sent = 0; sent < 3; sent += 1) await send();
  const refused = await send();
  expect([refused.status, refused.headers.location]).toEqual([302, '/incoming?notice=captcha_missing']);
});

test('in the graph it comes in a header, whether a plan or the server answers; both ways share the limit', async () => {
  await using gateway = await startTestGateway(desk);
  const send = (headers = {}) => graph(gateway.port, document, headers);
  for (let sent = 0; sent < 3; sent += 1) expect((await send()).json.errors).toBeUndefined();
  const refused = await send();
  expect([refused.status, refused.json.errors]).toEqual([
    403,
    [{ message: 'Cannot skip authenticity check', extensions: { code: 'CAPTCHA_MISSING' } }],
  ]);
  expect((await post(gateway.port, '/api/v2/incoming', fields)).json.code).toBe('captcha_missing');
  const header = { 'o-authenticity-payload': await solvedChallenge(gateway.port) };
  expect((await send(header)).json).toEqual({ data: { submitIncoming: { __typename: 'IncomingSubmitted' } } });
  expect((await send(header)).json.errors).toMatchObject([{ extensions: { code: 'CAPTCHA_FAILED' } }]);
});

test('a customer needs none', async () => {
  await using gateway = await signedInGateway(desk);
  for (let sent = 0; sent < 6; sent += 1) expect((await gateway.post('/api/v2/incoming', fields)).status).toBe(200);
});
