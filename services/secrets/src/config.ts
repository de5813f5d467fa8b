import {
  allowOpenKeys,
  anonymousDefaultTtlSeconds,
  anonymousMaxCharacters,
  anonymousMaxTtlSeconds,
  incomingRecipient,
  incomingTicketPattern,
  kek,
  keysDir,
  rateLimits,
  wholeNumber,
} from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { RE2JS } from 're2js';
import { z } from 'zod';

/** Whatever a ticket pattern allows, this is what goes into the subject of an email. */
const TICKET_CHARACTERS = /^[A-Za-z0-9 #._-]{1,64}$/;

/**
 * Tests whole ticket numbers against an operator's pattern, in time that grows with their length alone: what strangers send
 * is matched in the process that holds the keys.
 *
 * Refuses  a pattern that is not one, or that has lookarounds or backreferences
 */
export function wholeTicket(pattern: string): { test(ticketNumber: string): boolean } {
  const compiled = RE2JS.compile(pattern);
  return { test: (ticketNumber) => TICKET_CHARACTERS.test(ticketNumber) && compiled.testExact(ticketNumber) };
}

function isPattern(text: string): boolean {
  try {
    wholeTicket(text);
    return true;
  } catch {
    return false;
  }
}

const NO_PATTERN =
  'not a regular expression in RE2 syntax, such as [A-Z]{2}-[0-9]{1,8}; lookarounds and backreferences are not in it';

export const secretsConfig = defineConfig({
  keysDir,
  allowOpenKeys,
  kek,
  rateLimits,
  epochMinutes: {
    env: 'ONCEOVER_SECRETS_EPOCH_MINUTES',
    schema: wholeNumber(5, 1440),
    default: 15,
    doc: 'Lifetime of an erasable key, in minutes. Two of them after a secret ended, it is beyond recovery.',
  },
  sweepSeconds: {
    env: 'ONCEOVER_SECRETS_SWEEP_SECONDS',
    schema: wholeNumber(1, 60),
    default: 30,
    doc: 'Seconds between expiry sweeps. A secret stops opening exactly on time; the sweep only records it.',
  },
  connections: {
    env: 'ONCEOVER_SECRETS_CONNECTIONS',
    schema: wholeNumber(2, 64),
    default: 12,
    doc: 'Maximum database connections of the secrets service for reads and everyday queries.',
  },
  minFreeMegabytes: {
    env: 'ONCEOVER_MIN_FREE_MEGABYTES',
    schema: wholeNumber(0, 1_000_000),
    default: 256,
    doc: 'Free disk space of the embedded database, in megabytes, below which nothing new is stored (503). Opening and burning go on. 0: no floor.',
  },
  generatedLength: {
    env: 'ONCEOVER_GENERATED_LENGTH',
    schema: wholeNumber(8, 64),
    default: 12,
    doc: 'Length of a generated password.',
  },
  anonymousMaxCharacters,
  anonymousMaxTtlSeconds,
  anonymousDefaultTtlSeconds,
  incomingRecipient,
  incomingPassphrase: {
    env: 'ONCEOVER_INCOMING_PASSPHRASE',
    schema: z.string().max(256, 'give at most 256 characters').optional(),
    doc: 'Passphrase of every secret sent to the support desk. Default: none.',
    sensitive: true,
  },
  incomingTicketPattern: {
    ...incomingTicketPattern,
    schema: incomingTicketPattern.schema.refine(isPattern, NO_PATTERN),
  },
});

export type SecretsConfig = ConfigOf<typeof secretsConfig>;
