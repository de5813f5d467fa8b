import path from 'node:path';
import { z } from 'zod';
import { anonymousPlanLimits, minTtlSeconds } from './plans.ts';

/**
 * Settings that several services read. One that means the same to all of them is part of what they promise each other,
 * and stands here once; each service's `config.ts` names those it uses, beside its own.
 */

/** `on` or `off`, also as `1`, `yes`, `true` and their opposites. */
export const onOff = z.stringbool({
  truthy: ['1', 'true', 'yes', 'on'],
  falsy: ['0', 'false', 'no', 'off'],
  error: 'say on or off',
});

/** Values between commas; blanks around them do not count. */
export const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A whole number in digits, so that neither `0x10` nor a blank passes for one. */
export function wholeNumber(least: number, most: number) {
  const error = `give a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error);
}

/** A host name or address, with a port where needed. */
export const host = z
  .string()
  .max(300)
  .toLowerCase()
  .regex(
    /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/,
    'give a host name like once.example.com, with a port where needed, without http:// and without a path',
  );

/** A directory of files. The system's own views refuse them, and Node never returns from creating a directory in one. */
export const directory = z
  .string()
  .refine(
    (text) => !/^\/(?:proc|sys)(?:\/|$)/.test(path.resolve(text)),
    'give a directory on a disk, outside /proc and /sys',
  );

export const keysDir = {
  env: 'ONCEOVER_KEYS_DIR',
  schema: directory,
  default: './data-keys',
  doc: 'Directory of the key files of this database and no other. Keep it outside the data directory and out of every backup of the data. With another data directory, the default is its name followed by `-keys`.',
} as const;

export const allowOpenKeys = {
  env: 'ONCEOVER_ALLOW_OPEN_KEYS',
  schema: onOff,
  default: false,
  doc: 'Start although others than their owner can read the key files. For file systems that cannot close files.',
} as const;

export const keysHost = {
  env: 'ONCEOVER_KEYS_HOST',
  schema: z
    .string()
    .regex(/^[\w.:-]{1,200}$/, 'give a name of letters, digits and . _ : -')
    .optional(),
  doc: 'A lasting name of this host, by which its keys are refused to others. Default: the id of the machine. Set it where there is none, as in a container.',
} as const;

export const kek = {
  env: 'ONCEOVER_KEK',
  schema: z.string().min(1).optional(),
  doc: 'Key-encryption key: 32 random bytes, hexadecimal or base64. Default: a file in the keys directory.',
  sensitive: true,
} as const;

export const siteHost = {
  env: 'ONCEOVER_SITE_HOST',
  schema: host.optional(),
  doc: 'Public host[:port] used in links. Anything but loopback means https and production rules. Default: the listening address, if it is loopback.',
} as const;

export const rateLimits = {
  env: 'ONCEOVER_RATE_LIMITS',
  schema: onOff,
  default: true,
  doc: 'Limit requests and waiting content per network. Can be off only where everything is loopback; passphrase attempts stay limited.',
} as const;

export const passwordMinLength = {
  env: 'ONCEOVER_PASSWORD_MIN_LENGTH',
  schema: wholeNumber(8, 64),
  default: 8,
  doc: 'Minimum password length.',
} as const;

export const signUp = {
  env: 'ONCEOVER_SIGNUP',
  schema: onOff,
  default: true,
  doc: 'Allow self sign-up.',
} as const;

export const domains = {
  env: 'ONCEOVER_DOMAINS',
  schema: onOff,
  default: true,
  doc: 'Allow custom domains for customers whose plan includes them. When off, requests for any host but the site are refused.',
} as const;

export const incomingRecipient = {
  env: 'ONCEOVER_INCOMING_RECIPIENT',
  schema: z.email('give one email address').max(254).toLowerCase().optional(),
  doc: 'Email address of the support desk that /incoming sends to. Without it there is no /incoming.',
} as const;

/** Ticket numbers as most desks write them: `AB-1234`, `#42`, `HELP_7`, `2026.118`. */
const usualTickets = { pattern: '[a-zA-Z0-9#._-]{1,32}', example: 'AB-1234' };

/** Secrets holds senders to it. */
export const incomingTicketPattern = {
  env: 'ONCEOVER_INCOMING_TICKET_PATTERN',
  schema: z.string(),
  default: usualTickets.pattern,
  doc: 'Pattern a ticket number must match in full, as a regular expression (RE2). In any case at most 64 letters, digits, spaces and #._-',
} as const;

/** What `/incoming` shows as an example; null where the operator's own pattern may refuse it. */
export function ticketExampleOf(pattern: string): string | null {
  return pattern === usualTickets.pattern ? usualTickets.example : null;
}

/** Secrets holds everybody to it; where it is 0 the gateway does not even ask. */
export const generatedValueAgain = {
  env: 'ONCEOVER_GENERATED_VALUE_AGAIN',
  schema: wholeNumber(0, 60),
  default: 0,
  doc: 'Seconds after its creation in which a generated password is shown once more: to the first who looks at its private page through the API. 0: never. The owner sees that it was shown.',
} as const;

/** The longest secret that there can be, whatever plans and settings say. */
export const mostCharacters = 500_000;

/** Secrets holds visitors to these, and accounts shows them among the plans. */
export const anonymousMaxCharacters = {
  env: 'ONCEOVER_ANONYMOUS_MAX_CHARACTERS',
  schema: wholeNumber(1, mostCharacters),
  default: anonymousPlanLimits.maxCharacters,
  doc: 'Maximum length of an anonymous secret, in characters. Longer text is cut, with a notice.',
} as const;

const lifetime = wholeNumber(minTtlSeconds, 31_536_000);

export const anonymousMaxTtlSeconds = {
  env: 'ONCEOVER_ANONYMOUS_MAX_TTL_SECONDS',
  schema: lifetime,
  default: anonymousPlanLimits.maxTtlSeconds,
  doc: 'Maximum lifetime of an anonymous secret, in seconds.',
} as const;

export const anonymousDefaultTtlSeconds = {
  env: 'ONCEOVER_ANONYMOUS_DEFAULT_TTL_SECONDS',
  schema: lifetime,
  default: anonymousPlanLimits.defaultTtlSeconds,
  doc: 'Lifetime of an anonymous secret when none is chosen, in seconds; never above the maximum.',
} as const;
