import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startMailbox } from '@onceover/testing/mailbox';

/*
 * An SMTP server as a process: what it has acknowledged is in files, and stays there when it is killed.
 *
 *   node smtp-main.ts PORT DIRECTORY
 */
const [port = '0', directory = ''] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const mailbox = await startMailbox({
  port: Number(port),
  keep(mail) {
    const line = { to: mail.to, messageId: mail.headers['message-id'] ?? '' };
    writeFileSync(path.join(directory, `${Date.now()}-${crypto.randomUUID()}.eml`), mail.raw);
    appendFileSync(path.join(directory, 'received.jsonl'), `${JSON.stringify(line)}\n`);
  },
});
process.stdout.write(`smtp is up: ${mailbox.url}\n`);
