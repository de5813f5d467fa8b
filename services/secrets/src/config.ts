import { anonymousPlanLimits, minTtlSeconds } from '@onceover/schema/plans';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

/** Whatever a ticket pattern allows, this is what goes into a mail's subject. */
const ticketCharacters = '[A-Za-z0-9 #._-]{1,64}';

/** The whole of a ticket number. */
export function wholeTicket(pattern: string): RegExp {
  return new RegExp(`^(?=${ticketCharacters}$)(?:${pattern})$`);
}

function isPattern(text: string): boolean {
  try {
    wholeTicket(text);
    return true;
  } catch {
    return false;
  }
}

const lifetime = z.coerce.number().int().min(minTtlSeconds).max(31_536_000);

/** The settings of the secrets service. The anonymous plan's are those of accounts, which shows them. */
export const secretsConfig = defineConfig({
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
  epochMinutes: {
    env: 'ONCEOVER_SECRETS_EPOCH_MINUTES',
    schema: z.coerce.number().int().min(5).max(1440),
    default: 15,
    doc: 'Life of one erasable key, in minutes. An ended secret is beyond recovery two epochs later.',
  },
  sweepSeconds: {
    env: 'ONCEOVER_SECRETS_SWEEP_SECONDS',
    schema: z.coerce.number().int().min(1).max(60),
    default: 30,
    doc: 'Seconds between two looks for secrets whose lifetime is over. Expiry itself is exact; this is its record.',
  },
  connections: {
    env: 'ONCEOVER_SECRETS_CONNECTIONS',
    schema: z.coerce.number().int().min(2).max(64),
    default: 12,
    doc: 'Most database connections for reads and everyday queries of the secrets service.',
  },
  generatedLength: {
    env: 'ONCEOVER_GENERATED_LENGTH',
    schema: z.coerce.number().int().min(8).max(64),
    default: 12,
    doc: 'Characters of a generated password.',
  },
  anonymousMaxCharacters: {
    env: 'ONCEOVER_ANONYMOUS_MAX_CHARACTERS',
    schema: z.coerce.number().int().min(1).max(500_000),
    default: anonymousPlanLimits.maxCharacters,
    doc: 'Longest text an anonymous visitor may share, in characters; more is cut, with notice.',
  },
  anonymousMaxTtlSeconds: {
    env: 'ONCEOVER_ANONYMOUS_MAX_TTL_SECONDS',
    schema: lifetime,
    default: anonymousPlanLimits.maxTtlSeconds,
    doc: 'Longest lifetime of an anonymous secret, in seconds.',
  },
  anonymousDefaultTtlSeconds: {
    env: 'ONCEOVER_ANONYMOUS_DEFAULT_TTL_SECONDS',
    schema: lifetime,
    default: anonymousPlanLimits.defaultTtlSeconds,
    doc: 'Lifetime of an anonymous secret when none is chosen, in seconds; never above the longest.',
  },
  incomingRecipient: {
    env: 'ONCEOVER_INCOMING_RECIPIENT',
    schema: z.email('give one e-mail address').max(254).toLowerCase().optional(),
    doc: 'Address of the support desk that /incoming sends to; without it there is no /incoming.',
  },
  incomingPassphrase: {
    env: 'ONCEOVER_INCOMING_PASSPHRASE',
    schema: z.string().max(256).optional(),
    doc: 'Passphrase of every secret sent to the support desk. Absent: none.',
    sensitive: true,
  },
  incomingTicketPattern: {
    env: 'ONCEOVER_INCOMING_TICKET_PATTERN',
    schema: z.string().refine(isPattern, 'not a regular expression'),
    default: '[a-zA-Z0-9]{1,32}',
    doc: 'What a whole ticket number looks like, as a regular expression; at most 64 letters, digits, blanks and #._- in any case.',
  },
});

export type SecretsConfig = ConfigOf<typeof secretsConfig>;
