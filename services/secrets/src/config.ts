import {
  allowOpenKeys,
  anonymousDefaultTtlSeconds,
  anonymousMaxCharacters,
  anonymousMaxTtlSeconds,
  generatedValueAgain,
  incomingRecipient,
  incomingTicketPattern,
  kek,
  keysDir,
  keysHost,
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

const pemFile = z.string().min(1).optional();

const openbaoName = z.string().regex(/^[\w-]{1,60}$/, 'give a name of letters, digits, - and _');

function isKeyStore(text: string): boolean {
  if (text === 'file' || text === 'openbao') return true;
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.pathname === '/' && url.username === '' && url.search === '';
}

export const secretsConfig = defineConfig({
  keysDir,
  allowOpenKeys,
  keysHost,
  kek,
  keyStore: {
    env: 'ONCEOVER_KEY_STORE',
    schema: z
      .string()
      .refine(isKeyStore, 'say file, openbao, or the address of a key store such as https://keys.example.net:3400'),
    default: 'file',
    doc: 'Where the keys of secrets are: `file` (the keys directory, for processes of one host), the https address of a key store (`infra/keys`), or `openbao`.',
  },
  keyStoreCa: {
    env: 'ONCEOVER_KEY_STORE_CA',
    schema: pemFile,
    doc: 'File of the certificate authority (PEM) of the key store, or of OpenBao. Default for OpenBao: those of the system.',
  },
  keyStoreCert: {
    env: 'ONCEOVER_KEY_STORE_CERT',
    schema: pemFile,
    doc: 'File of the certificate (PEM) by which the key store knows this process.',
  },
  keyStoreKey: {
    env: 'ONCEOVER_KEY_STORE_KEY',
    schema: pemFile,
    doc: 'File of the private key (PEM) of that certificate.',
  },
  openbaoUrl: {
    env: 'ONCEOVER_OPENBAO_URL',
    schema: z.url({ protocol: /^https?$/, error: 'give an address such as https://bao.example.net:8200' }).optional(),
    doc: 'Address of OpenBao, where it keeps the keys. http only on the loopback address.',
  },
  openbaoToken: {
    env: 'ONCEOVER_OPENBAO_TOKEN',
    schema: z.string().min(1).optional(),
    doc: 'Token of OpenBao whose policy allows what docs/OPERATIONS.md lists.',
    sensitive: true,
  },
  openbaoTransit: {
    env: 'ONCEOVER_OPENBAO_TRANSIT',
    schema: openbaoName,
    default: 'transit',
    doc: 'Where OpenBao has a Transit engine, for the keys.',
  },
  openbaoKv: {
    env: 'ONCEOVER_OPENBAO_KV',
    schema: openbaoName,
    default: 'secret',
    doc: 'Where OpenBao has a KV engine (version 2), for the record that says whose keys they are.',
  },
  openbaoPrefix: {
    env: 'ONCEOVER_OPENBAO_PREFIX',
    schema: openbaoName,
    default: 'onceover',
    doc: 'Beginning of the names of the keys in OpenBao; another one for each installation.',
  },
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
  generatedValueAgain,
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

/** Whether the keys are in a store that several hosts share, and not in the keys directory. */
export const hasNetworkKeyStore = ({ keyStore }: { readonly keyStore: string }): boolean => keyStore !== 'file';

export type SecretsConfig = ConfigOf<typeof secretsConfig>;
