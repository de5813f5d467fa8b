import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { startMailbox } from './mailbox.ts';

const mail = { from: 'a@example.test', to: 'b@example.test', subject: 'Grüße', text: 'tea', html: '<p>tea</p>' };

test('an email is kept as its reader sees it', async () => {
  await using mailbox = await startMailbox();
  await createTransport({ url: mailbox.url }).sendMail(mail);
  expect(await mailbox.waitForMail('b@example.test', 'Grüße')).toMatchObject({
    from: 'a@example.test',
    subject: 'Grüße',
    text: 'tea\n',
    headers: { to: 'b@example.test' },
  });
});

test('it refuses, goes down and comes back on the same port', async () => {
  await using mailbox = await startMailbox();
  const transport = createTransport({ url: mailbox.url });
  mailbox.refuse(550);
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
  await mailbox.goDown();
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ command: 'CONN' });
  await mailbox.comeBack();
  await transport.sendMail(mail);
  expect(mailbox.mails()).toHaveLength(1);
});

test('it hangs until the sender gives up', async () => {
  await using mailbox = await startMailbox();
  mailbox.hang();
  const sending = createTransport({ url: mailbox.url }).sendMail({ ...mail, signal: AbortSignal.timeout(200) });
  await expect(sending).rejects.toMatchObject({ code: 'EABORT' });
  expect(mailbox.mails()).toEqual([]);
});
