import { directory, incomingRecipient, kek, keysDir, keysHost } from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';
import { parseMailFrom } from './mail/mail-from.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';

export const notificationsConfig = defineConfig({
  keysDir,
  keysHost,
  kek,
  incomingRecipient,
  smtpUrl: {
    env: 'ONCEOVER_SMTP_URL',
    schema: z
      .string()
      .refine((text) => parseSmtpAddress(text) !== null, 'give an address like smtps://user:password@host:465')
      .optional(),
    doc: 'Outgoing mail server, such as smtps://user:password@mail.example.com:465. Default: each email is saved as a file.',
    sensitive: true,
  },
  mailFrom: {
    env: 'ONCEOVER_MAIL_FROM',
    schema: z
      .string()
      .refine((text) => parseMailFrom(text) !== null, 'give a sender like Onceover <no-reply@example.com>'),
    default: 'Onceover <no-reply@localhost>',
    doc: 'Sender of all emails.',
  },
  mailDir: {
    env: 'ONCEOVER_MAIL_DIR',
    schema: directory.optional(),
    doc: 'Directory for emails saved as .eml files when no mail server is set. Default: mail in the data directory.',
  },
});

export type NotificationsConfig = ConfigOf<typeof notificationsConfig>;
