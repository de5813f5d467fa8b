import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutageError } from '@onceover/service-kit/errors';
import { fakeClock } from '@onceover/testing/fake-clock';
import { parseMail } from '@onceover/testing/mailbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailLog } from '../../logger.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { envelopes, place } from '../../test-support/envelopes.ts';
import { createFilePost } from './file-post.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'onceover-mail-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const from = { name: 'Onceover', address: 'no-reply@onceover.test' };
const clock = fakeClock(new Date('2026-03-09T14:05:07.123Z'));

function aMail() {
  const mail = renderMail(envelopes['secret-link'], place);
  if (mail === null) throw new Error('the email could not be rendered');
  return mail;
}

test('an email is a file only its owner can read, and the line about it names nobody', async () => {
  const lines: unknown[] = [];
  const log = Object.assign(Object.create(mailLog), { info: (...line: unknown[]) => lines.push(line) });
  const folder = join(directory, 'mail');
  const posted = await createFilePost({ directory: folder, from, clock, log }).send(aMail());
  expect(posted).toEqual({ kind: 'accepted' });
  const file = `20260309T140507.123Z-${place.deliveryId}.eml`;
  expect(readdirSync(folder)).toEqual([file]);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const bytes = readFileSync(join(folder, file));
  const link = 'https://onceover.test/secret/0123456789abcdefghijklmnopqrstu';
  expect(bytes.toString().split('\n')).toContain(link); // to be copied without a mail program
  const { to, subject, text, headers } = await parseMail(bytes);
  expect({ to, subject }).toEqual({ to: 'reader@example.test', subject: 'writer@example.test sent you a secret' });
  expect(text).toContain(link);
  expect(headers['message-id']).toBe(`<${place.deliveryId}@onceover.test>`);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toMatch(/reader|writer|secret\//);
});

test('a folder that cannot be written is an outage', async () => {
  const blocked = join(directory, 'file');
  writeFileSync(blocked, '');
  const post = createFilePost({ directory: join(blocked, 'mail'), from, clock, log: mailLog });
  await expect(post.send(aMail())).rejects.toThrow(OutageError);
});
