import { z } from 'zod';
import { linkKeyPattern } from '../link-key.ts';

/**
 * Field types that `/api/v2` forms and answers share. What `meta` says of a field is what the published document says of it.
 *
 * Source  REST contract 1.1, 1.6, 2
 */

const NUMBER = /^\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i;
/** The largest lifetime that fits the graph's 32-bit integers; every plan is far below. */
const MAX_SECONDS = 2_147_483_647;

/** A form's text; absent is `undefined`, and nothing is trimmed. */
export const text = z.string().optional();

/** As checkboxes and programs say it. */
export const ticked = text.transform((value = '') => ['1', 'true', 'on', 'yes'].includes(value.toLowerCase()));

/** The same, where saying nothing is not saying no. */
export const tickedOrNone = text.transform((value = '') =>
  value === '' ? undefined : ['1', 'true', 'on', 'yes'].includes(value.toLowerCase()),
);

/** Text that a service judges; absent is empty. */
export const entered = text.transform((value = '') => value);

/** Empty means absent. */
export const textOrNone = text.transform((value) => (value === '' ? undefined : value));

/** `true` and nothing else. */
export const confirmed = text
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', description: 'Must be `true`; anything else is not a confirmation.', example: true });

/** Seconds with the fraction dropped; absent, not a number or nothing above zero means not given. */
export const lifetime = text.transform((value = '') => {
  if (!NUMBER.test(value)) return undefined;
  const seconds = Math.min(Math.trunc(Number(value)), MAX_SECONDS);
  return seconds > 0 ? seconds : undefined;
});

/** A list of texts without empty ones and without repeats. */
export const textList = z.array(z.string()).transform((values) => [...new Set(values.filter((value) => value !== ''))]);

export const key = z.string().regex(linkKeyPattern);
export const shortkey = z
  .string()
  .regex(/^[0-9a-z]{8}$/)
  .meta({ description: 'A short name for people to compare. It opens nothing.' });
export const unixTime = z.int().positive().meta({ description: 'Whole Unix seconds.' });
export const utcStamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d@\d\d:\d\d:\d\d UTC$/)
  .meta({ description: '`YYYY-MM-DD@HH:MM:SS UTC`.' });
export const shrimp = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{1,200}$/)
  .meta({ description: 'The form token for the next POST of a session. Clients without a session ignore it.' });
export const state = z
  .enum(['new', 'received', 'burned', 'expired'])
  .meta({ description: '`new` until the secret is received, burned or expired.' });
export const localeCode = z.string().regex(/^[a-z]{2}(?:_[A-Z]{2})?$/);

/** What every answer to an action carries. */
export const envelope = {
  success: z.literal(true),
  shrimp,
  custid: z.string().meta({ description: 'The email address of the caller, or `anon`.' }),
};
