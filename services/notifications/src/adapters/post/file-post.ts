import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@onceover/service-kit/clock';
import { makePrivateDirectory } from '@onceover/service-kit/durable-file';
import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { createTransport } from 'nodemailer';
import type { MailAddress } from '../../mail/mail-from.ts';
import type { Post } from '../../use-cases/mail/ports.ts';
import { messageOf } from './message.ts';

export interface FilePostOptions {
  readonly directory: string;
  readonly from: MailAddress;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Where no mail server is set: each email becomes a file only its owner can read, `<time>-<delivery id>.eml`. */
export function createFilePost({ directory, from, clock, log }: FilePostOptions): Post {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      const file = `${clock.now().toISOString().replaceAll(/[-:]/g, '')}-${mail.deliveryId}.eml`;
      try {
        await writeWhole(directory, file, message as Buffer);
      } catch (error) {
        throw new OutageError('mail-directory', { cause: error });
      }
      log.info({ deliveryId: mail.deliveryId, file }, 'no mail server is set: an email was saved as a file');
      return { kind: 'accepted' };
    },
  };
}

/** A reader of the folder never sees half an email. */
async function writeWhole(directory: string, name: string, content: Buffer): Promise<void> {
  await makePrivateDirectory(directory);
  const temporary = join(directory, `.new-${name}`);
  try {
    await writeFile(temporary, content, { mode: 0o600, flush: true });
    await rename(temporary, join(directory, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
