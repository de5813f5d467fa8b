import { expect, test } from 'vitest';
import { failureIn } from '../../domain/mail/bounce-report.ts';
import { type Bounced, bounceReport, type MailServer, mailServers } from '../../test-support/bounce-reports.ts';
import { readBounceReport } from './read-bounce-report.ts';

const about: Bounced = { deliveryId: '0197a000-0000-7000-8000-00000000beef', to: 'Tom.Reader@reader.test' };
const read = (message: string) => readBounceReport(Buffer.from(message));
const readAs = async (server: MailServer, change: Partial<Bounced> = {}) => {
  const report = await read(bounceReport(server, { ...about, ...change }));
  return report === null ? null : failureIn(report.recipients);
};

test.each(mailServers)(
  'a report of %s names the email, the recipient, and that there is no such mailbox',
  async (server) => {
    const report = await read(bounceReport(server, about));
    expect(report?.deliveryId).toBe(about.deliveryId);
    const failure = failureIn(report?.recipients ?? []);
    expect(failure?.reason).toBe('no-such-mailbox');
    expect(failure?.addresses).toContain(about.to);
  },
);

test.each(mailServers)('a report of %s that an email is late, or has arrived, is no bounce', async (server) => {
  expect(await readAs(server, { action: 'delayed', status: '4.4.1', diagnostic: '450 4.4.1 timed out' })).toBeNull();
  expect(await readAs(server, { action: 'delivered', status: '2.0.0', diagnostic: '250 OK' })).toBeNull();
});

test.each([
  ['5.1.2', 'no-such-mailbox'],
  ['5.1.8', 'other'],
  ['5.2.1', 'mailbox-disabled'],
  ['5.2.2', 'mailbox-full'],
  ['5.3.4', 'too-large'],
  ['5.4.4', 'not-reachable'],
  ['5.6.0', 'refused'],
  ['5.7.1', 'refused'],
  ['5.5.0', 'other'],
  // Tried for days, and given up.
  ['4.4.1', 'not-reachable'],
  ['4.2.2', 'mailbox-full'],
  ['nonsense', 'other'],
])('an email that came back with %s: %s', async (status, reason) => {
  expect((await readAs('postfix', { status, diagnostic: 'none' }))?.reason).toBe(reason);
});

test('where the code says nothing, the answer that is quoted does; three digits alone do not', async () => {
  expect((await readAs('exim', { diagnostic: '552 5.2.2 quota' }))?.reason).toBe('mailbox-full');
  expect((await readAs('exim', { diagnostic: '550 we do not want this' }))?.reason).toBe('other');
});

test('without the headers of our email it is known by what the report answers', async () => {
  const [start = ''] = bounceReport('gmail', about).split('Content-Type: message/rfc822');
  expect((await read(`${start}Content-Type: text/plain\r\n\r\ngone\r\n`))?.deliveryId).toBe(about.deliveryId);
});

test('the report of an email that was none of ours names nothing', async () => {
  const message = bounceReport('postfix', about).replaceAll(about.deliveryId, '20261123.4711');
  expect(await read(message)).toMatchObject({ deliveryId: null, recipients: [expect.anything()] });
});

test.each([
  ['nothing', ''],
  ['noise', '\u0000\u0001\u00ff--\r\n\r\n--'],
  ['a note that somebody is away', 'From: tom@reader.test\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n'],
  [
    'a bounce that somebody forwards',
    `From: a@b.test\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${bounceReport('postfix', about)}\r\n--x--\r\n`,
  ],
  ['a report without its status', 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\n\r\nhello\r\n--x--\r\n'],
  ['parts in parts without end', nested(2_000)],
])('%s is no report', async (_name, message) => {
  expect(await read(message)).toBeNull();
});

function nested(depth: number): string {
  const part = (level: number) => `--b${level}\r\nContent-Type: multipart/report; boundary=b${level + 1}\r\n\r\n`;
  return `Content-Type: multipart/report; boundary=b0\r\n\r\n${Array.from({ length: depth }, (_, level) => part(level)).join('')}`;
}

test('a message of more lines than any report has is not read: it would keep the process busy for a second', async () => {
  const [start = '', end = ''] = bounceReport('postfix', about).split('Remote-MTA: dns; mx.reader.test');
  const withLines = (count: number) => read(`${start}${'X-Line: y\r\n'.repeat(count)}${end.trimStart()}`);
  expect(await withLines(9_900)).not.toBeNull();
  expect(await withLines(10_001)).toBeNull();
});

test('a report of the allowed size is read within a moment, whatever is in it', async () => {
  const [start = '', end = ''] = bounceReport('postfix', about).split('Remote-MTA: dns; mx.reader.test');
  for (const filling of ['\r\n', ' \r\n', 'X: y\r\n', '\r\n\r\nAction: failed', '\t', '<', '=?utf-8?q?a?= ']) {
    const begun = performance.now();
    await read(`${start}${filling.repeat(Math.floor(250_000 / filling.length))}${end}`);
    expect(performance.now() - begun).toBeLessThan(500);
  }
});
