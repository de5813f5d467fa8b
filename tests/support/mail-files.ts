import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@onceover/testing/eventually';
import { parseMail, type ReceivedMail } from '@onceover/testing/mailbox';

const PATIENCE = { withinMs: 15_000, everyMs: 50 };

/** Every email in a directory of `.eml` files, oldest first; none while there is no directory. */
async function mailsIn(directory: string): Promise<ReceivedMail[]> {
  const names = await readdir(directory).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).sort();
  return await Promise.all(files.map(async (name) => await parseMail(await readFile(path.join(directory, name)))));
}

/** The newest email to an address whose subject matches. Rejects after a while. */
export function waitForMail(directory: string, to: string, subject?: RegExp): Promise<ReceivedMail> {
  return eventually(async () => {
    const mails = await mailsIn(directory);
    const found = mails.findLast((mail) => mail.to === to && (subject === undefined || subject.test(mail.subject)));
    if (found === undefined) throw new Error('the email has not arrived');
    return found;
  }, PATIENCE);
}

/** The key at the end of a link in an email, such as `/secret/KEY` or `/forgot/KEY`. */
export function linkKey(mail: ReceivedMail, folder: 'secret' | 'forgot'): string {
  const key = new RegExp(`/${folder}/([0-9A-Za-z_-]+)`).exec(mail.text)?.[1];
  if (key === undefined) throw new Error(`the email has no /${folder}/ link`);
  return key;
}
