import { longestBounceReport, reportBounce } from '@onceover/schema/internal/report-bounce';
import { OutageError } from '@onceover/service-kit/errors';
import { answering } from '@onceover/service-kit/internal-call';
import { expect, test } from 'vitest';
import { ask } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const TOKEN = 'a-token-of-28-letters-or-so-';
const REPORT = 'From: MAILER-DAEMON@mail.test\r\n\r\nπ\r\n';

/** A gateway with the door, in front of a notifications service that answers so. */
async function start(answer: () => 'done' | 'no-report' = () => 'done', env: Record<string, string> = {}) {
  const heard: string[] = [];
  const gateway = await startTestGateway({
    env: { ONCEOVER_BOUNCE_TOKEN: TOKEN, ...env },
    calls: [
      answering(reportBounce, async ({ message }) => {
        heard.push(Buffer.from(message, 'base64').toString());
        return { kind: answer() };
      }),
    ],
  });
  const knock = (body: string | Buffer = REPORT, authorization: string | null = `Bearer ${TOKEN}`) =>
    ask(gateway.port, '/hooks/bounces', {
      body,
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', ...(authorization !== null && { authorization }) },
    });
  return { gateway, heard, knock };
}

test('a report goes to the service byte by byte, and the answer says nothing', async () => {
  const { gateway, heard, knock } = await start();
  await using _ = gateway;
  const { status, text, headers } = await knock();
  expect([status, text]).toEqual([204, '']);
  expect(headers['content-length']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['x-request-id']).toBeDefined();
  expect(heard).toEqual([REPORT]);
});

test.each([
  ['no token', null],
  ['another token', `Bearer ${TOKEN}x`],
  ['a shorter token', `Bearer ${TOKEN.slice(1)}`],
  ['an empty token', 'Bearer '],
  ['a password', `Basic ${Buffer.from(`x:${TOKEN}`).toString('base64')}`],
  ['the token alone', TOKEN],
])('with %s nothing is read, and the answer says what to send', async (_name, authorization) => {
  const { gateway, heard, knock } = await start();
  await using _ = gateway;
  const { status, headers, json } = await knock(REPORT, authorization);
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Bearer');
  expect(json.message).toContain('Authorization: Bearer');
  expect(JSON.stringify(json)).not.toContain(TOKEN);
  expect(heard).toEqual([]);
});

test('what is no report is refused with what to do', async () => {
  const { gateway, knock } = await start(() => 'no-report');
  await using _ = gateway;
  const { status, json } = await knock('hello');
  expect(status).toBe(400);
  expect(json).toEqual({ success: false, code: 'no_bounce_report', message: expect.stringContaining('whole message') });
  expect((await knock('')).status).toBe(400);
});

test('a message of the longest length is read, and a longer one refused', async () => {
  const { gateway, heard, knock } = await start();
  await using _ = gateway;
  expect((await knock(Buffer.alloc(longestBounceReport, 'x'))).status).toBe(204);
  expect((await knock(Buffer.alloc(longestBounceReport + 1, 'x'))).status).toBe(413);
  expect(heard).toHaveLength(1);
});

test('while the service is down the report has to come again, and nothing says that it was refused', async () => {
  const { gateway, knock } = await start(() => {
    throw new OutageError('postgres', { retryAfterSeconds: 7 });
  });
  await using _ = gateway;
  const { status, headers } = await knock();
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('7');
});

test('beyond the limit of a network a report has to come again, too, also with a wrong token', async () => {
  const { gateway, knock } = await start();
  await using _ = gateway;
  for (let count = 0; count < 300; count += 1) await knock('', count % 2 === 0 ? null : `Bearer ${TOKEN}`);
  const { status, headers } = await knock();
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('without a token there is no door', async () => {
  const { gateway, heard, knock } = await start(() => 'done', { ONCEOVER_BOUNCE_TOKEN: '' });
  await using _ = gateway;
  expect((await knock()).status).toBe(404);
  expect(heard).toEqual([]);
});

test.each(['short', 'a token with blanks in it, and long', `${'x'.repeat(30)}\u00e9`])(
  'the token %j is refused with how to make one',
  async (token) => {
    await expect(start(() => 'done', { ONCEOVER_BOUNCE_TOKEN: token })).rejects.toThrow('openssl rand -hex 32');
  },
);
