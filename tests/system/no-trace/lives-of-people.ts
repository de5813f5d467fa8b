import type { Browser } from '../../support/browser.ts';
import { linkKey } from '../../support/mail-files.ts';
import { newEmail, PASSWORD, People } from '../../support/people.ts';

/** Values that accounts and emails handle and that only an email may keep, each named for what it was. */
export async function livesOfPeople(url: string, mailDir: string): Promise<Record<string, string>> {
  const people = new People({ url, mailDir, drain: async () => undefined, runAccounts: async () => undefined });
  const sender = await people.customer();
  const welcome = await people.mailTo(sender.email);
  const { json: made } = await sender.browser.post('/api/v2/account/apitoken');
  const recipient = newEmail('recipient');
  await sender.browser.post('/api/v2/secret/conceal', { secret: 'tea at 5?', 'recipient[]': recipient });
  const link = linkKey(await people.mailTo(recipient), 'secret');
  await people.visitor().post('/api/v2/forgot', { email: sender.email });
  const resetKey = linkKey(await people.mailTo(sender.email, /password/i), 'forgot');
  await people.visitor().post('/api/v2/incoming', { secret: 'tea at 6?', ticketno: 'AB123' });
  const deskLink = linkKey(await people.mailTo('desk@example.com'), 'secret');
  return {
    'address of a customer': sender.email,
    password: PASSWORD,
    'session id': sessionIdOf(sender.browser),
    'API token': made.record.apitoken,
    'key of a verification link': linkKey(welcome, 'secret'),
    'address of a recipient': recipient,
    'key of an emailed link': link,
    'key of a reset link': resetKey,
    'key of a link for the support desk': deskLink,
  };
}

function sessionIdOf({ cookie = '' }: Browser): string {
  const id = /(?:^|; )sess=([^;]+)/.exec(cookie)?.[1];
  if (id === undefined) throw new Error('nobody is signed in');
  return id;
}
