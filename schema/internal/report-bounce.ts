import { z } from 'zod';
import { done } from './refused.ts';

/** The longest bounce report that is read, in bytes. */
export const longestBounceReport = 262_144;

/** Notes that an email came back, by the report that a mail server wrote of it: the whole message, base64. */
export const reportBounce = {
  name: 'notifications.reportBounce',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ message: z.base64() }),
  output: z.discriminatedUnion('kind', [done, z.object({ kind: z.literal('no-report') })]),
} as const;
