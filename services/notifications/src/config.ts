import { directory, incomingRecipient, kek, keysDir, keysHost } from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';
import { parseAllowedHosts, parseNetworks } from './adapters/webhooks/allowed-hosts.ts';
import { parseProxy } from './adapters/webhooks/egress-proxy.ts';
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
  webhookProxy: {
    env: 'ONCEOVER_WEBHOOK_PROXY',
    schema: z
      .string()
      .refine((text) => parseProxy(text) !== null, 'give an address like http://user:password@proxy.example.com:3128')
      .optional(),
    doc: 'HTTP proxy through which webhooks leave, by CONNECT: then it resolves names, and has to refuse addresses of your own network. Default: none.',
    sensitive: true,
  },
  webhookOwnNetworks: {
    env: 'ONCEOVER_WEBHOOK_OWN_NETWORKS',
    schema: z
      .string()
      .refine((text) => parseNetworks(text) !== null, 'give IP addresses or CIDR blocks, separated by commas'),
    default: '',
    doc: 'Public IP addresses and CIDR blocks of your own, separated by commas, that no webhook is sent to. Those of this machine never are.',
  },
  webhookAllowedHosts: {
    env: 'ONCEOVER_WEBHOOK_ALLOWED_HOSTS',
    schema: z
      .string()
      .refine(
        (text) => parseAllowedHosts(text) !== null,
        'give names, IP addresses or CIDR blocks, separated by commas',
      ),
    default: '',
    doc: 'Hosts that webhooks may be sent to although they are not public: names, IP addresses and CIDR blocks, separated by commas. Those written as `http://host` may do without TLS. Everybody who may add a webhook reaches them.',
  },
});

export type NotificationsConfig = ConfigOf<typeof notificationsConfig>;
