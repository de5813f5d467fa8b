import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';
import { parseMailFrom } from './mail/mail-from.ts';
import { parseSmtpAddress } from './mail/smtp-address.ts';

/** The settings of the notifications service. Those of the keys are the secrets service's, too. */
export const notificationsConfig = defineConfig({
  keysDir: {
    env: 'ONCEOVER_KEYS_DIR',
    schema: z.string().min(1),
    default: './data-keys',
    doc: 'Where the keys live: outside the data directory and outside every backup.',
  },
  kek: {
    env: 'ONCEOVER_KEK',
    schema: z.string().min(1).optional(),
    doc: 'The key-encryption key: 32 random bytes, hexadecimal or base64. Absent: a file in the keys directory.',
    sensitive: true,
  },
  smtpUrl: {
    env: 'ONCEOVER_SMTP_URL',
    schema: z
      .string()
      .refine((text) => parseSmtpAddress(text) !== null, 'give an address like smtps://user:password@host:465')
      .optional(),
    doc: 'Server that takes our mails. Absent: each mail becomes a file in the mail directory.',
    sensitive: true,
  },
  mailFrom: {
    env: 'ONCEOVER_MAIL_FROM',
    schema: z
      .string()
      .refine((text) => parseMailFrom(text) !== null, 'give a sender like Onceover <no-reply@example.com>'),
    default: 'Onceover <no-reply@localhost>',
    doc: 'Sender of every mail.',
  },
  mailDir: {
    env: 'ONCEOVER_MAIL_DIR',
    schema: z.string().min(1).optional(),
    doc: 'Where mails are put as .eml files while no mail server is set. Absent: mail in the data directory.',
  },
});

export type NotificationsConfig = ConfigOf<typeof notificationsConfig>;
