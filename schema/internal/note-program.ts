import { z } from 'zod';
import { caller } from '../caller.ts';
import { programKind } from '../events/secrets.ts';

/**
 * A program looked at a link or tried to open it: counted for its creator a moment later, for a key that opens a secret now.
 * The same answer for every key.
 */
export const noteProgram = {
  name: 'secrets.noteProgram',
  askers: ['gateway'],
  whenLost: 'outage',
  input: z.object({ key: z.string().max(64), kind: programKind.exclude(['program']), caller }),
  output: z.object({}),
} as const;
