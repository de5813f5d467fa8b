import { Readable } from 'node:stream';
import { metaField } from '@onceover/event-store';
import { longestBounceReport } from '@onceover/schema/internal/report-bounce';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runMailCommand } from './cli.ts';
import { bounceReport } from './test-support/bounce-reports.ts';
import { envelopes } from './test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from './test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.mailbox.comeBack());
afterAll(() => notifications[Symbol.asyncDispose]());

async function run(argv: readonly string[], input: Iterable<string | Buffer> = []) {
  const lines: string[] = [];
  const { config, database } = notifications;
  const chunks = Readable.from([...input].map((chunk) => Buffer.from(chunk)));
  const code = await runMailCommand(argv, {
    open: async () => ({ config, database }),
    input: chunks,
    write: (line) => lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

test('a mail server pipes a report into the command, in pieces as they come', async () => {
  const to = `${newId()}@reader.test`;
  const deliveryId = await notifications.requests.request({ ...envelopes['secret-link'], address: to });
  await notifications.drain();
  const report = bounceReport('exim', { deliveryId, to });
  expect(await run(['bounce'], [report.slice(0, 700), report.slice(700)])).toEqual({
    code: 0,
    text: 'The report was taken.',
  });
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'bounced', reason_code: 'no-such-mailbox' });
  expect(await run(['bounce'], [report])).toMatchObject({ code: 0 });
});

test('what is no report, or is too long, is refused with what to do', async () => {
  expect(await run(['bounce'], ['From: tom@reader.test\r\n\r\nI am away.'])).toEqual({
    code: 1,
    text: expect.stringContaining('whole message'),
  });
  const endless = Array.from({ length: 10 }, () => Buffer.alloc(longestBounceReport / 4));
  expect(await run(['bounce'], endless)).toEqual({ code: 1, text: expect.stringContaining('256 KiB') });
});

test('a report that cannot be recorded yet has the exit code that makes mail servers try again', async () => {
  notifications.mailbox.refuse(451, '4.3.0 later');
  const to = `${newId()}@reader.test`;
  const deliveryId = await notifications.requests.request({ ...envelopes['secret-link'], address: to });
  await notifications.drain();
  expect(await run(['bounce'], [bounceReport('postfix', { deliveryId, to })])).toMatchObject({ code: 75 });
});

test('an address that came back gets emails again once an operator allows it, which its log tells without the address', async () => {
  const to = `${newId()}@reader.test`;
  const ask = async () => {
    const deliveryId = await notifications.requests.request({ ...envelopes['password-reset'], address: to });
    await notifications.drain();
    return deliveryId;
  };
  const deliveryId = await ask();
  await run(['bounce'], [bounceReport('gmail', { deliveryId, to })]);
  expect(await notifications.mail(await ask())).toMatchObject({ state: 'failed', reason_code: 'unknown-address' });
  const allowed = await run(['allow', to.toUpperCase()]);
  expect(allowed).toEqual({ code: 0, text: 'The address gets emails again.' });
  expect((await notifications.mail(await ask())).state).toBe('sent');
  expect(await run(['allow', to])).toEqual({ code: 1, text: expect.stringContaining('is not on the list') });
  const events = await notifications.rows<{ text: string; data: object; surface: string }>(
    `select e::text as text, e.data, ${metaField('surface')} as surface from notifications.events e
     where e.type = 'operator.action_taken'`,
  );
  const data = { action: 'address_allowed', targetKind: 'address', operatorRef: null, reasonCode: 'command-line' };
  expect(events).toMatchObject([{ data, surface: 'cli' }]);
  expect(JSON.stringify(events).toLowerCase()).not.toContain(to);
});

test.each([[[]], [['bounces']], [['bounce', 'message.eml']], [['allow']], [['allow', 'tom']]])(
  '%j is not understood',
  async (argv) => {
    expect(await run(argv)).toEqual({ code: 2, text: expect.stringContaining('Usage: npm run mail --') });
  },
);
