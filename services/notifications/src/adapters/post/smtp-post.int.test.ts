import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Mailbox, startMailbox } from '@onceover/testing/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderMail } from '../../mail/render-mail.ts';
import { parseSmtpAddress } from '../../mail/smtp-address.ts';
import { envelopes, place } from '../../test-support/envelopes.ts';
import { createSmtpPost, trySmtpServer } from './smtp-post.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox[Symbol.asyncDispose]());

function server() {
  const address = parseSmtpAddress(mailbox.url);
  if (address === null) throw new Error('the mailbox has no address');
  return address;
}

const from = { name: 'Onceover', address: 'no-reply@onceover.test' };

function aMail() {
  const mail = renderMail(envelopes['secret-link'], place);
  if (mail === null) throw new Error('the email could not be rendered');
  return mail;
}

test('a server that hangs is left after the time for one email', async () => {
  mailbox.hang();
  const startedAt = performance.now();
  const post = createSmtpPost({ server: server(), from, wholeMs: 300 });
  expect(await post.send(aMail())).toEqual({
    kind: 'refused',
    isPermanent: false,
    isHardBounce: false,
    reasonCode: 'timeout',
  });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  await mailbox.comeBack();
});

test('what a server says is not repeated, as it quotes the address', async () => {
  mailbox.refuse(554, 'reader@example.test is not wanted');
  const posted = await createSmtpPost({ server: server(), from }).send(aMail());
  expect(JSON.stringify(posted)).not.toContain('reader');
  expect(posted).toMatchObject({ kind: 'refused', reasonCode: 'smtp-554', isPermanent: true });
  await mailbox.comeBack();
});

test('nobody listening is no reason to give up', async () => {
  await mailbox.goDown();
  expect(await createSmtpPost({ server: server(), from }).send(aMail())).toMatchObject({
    isPermanent: false,
    reasonCode: 'connection',
  });
  await mailbox.comeBack();
});

test('a server is tried without an email, and why it cannot be used is a word', async () => {
  const before = mailbox.mails().length;
  const tried = () => trySmtpServer({ server: server(), from });
  expect(await tried()).toBeUndefined();
  expect(mailbox.mails()).toHaveLength(before);
  const withPassword = { ...server(), auth: { user: 'once', pass: 'a password' }, requireTLS: true };
  expect(await trySmtpServer({ server: withPassword, from })).toBe('tls'); // this one offers none
  await mailbox.goDown();
  expect(await tried()).toBe('connection');
  await mailbox.comeBack();
});

test('a server that says nothing is left after the time for a try', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const startedAt = performance.now();
  expect(await trySmtpServer({ server: { ...server(), port }, from, wholeMs: 300 })).toBe('timeout');
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  silent.close();
});
