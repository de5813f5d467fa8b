import { z } from 'zod';
import { caller } from '../caller.ts';
import { done, refusedWith } from './refused.ts';

/** Keeps a message for the operators, at most 999 characters of it. The captcha is checked at the edge. */
export const submitFeedback = {
  name: 'notifications.submitFeedback',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object({ message: z.string(), caller }),
  output: z.discriminatedUnion('kind', [done, refusedWith('feedback.empty')]),
} as const;
