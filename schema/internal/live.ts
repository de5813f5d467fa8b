import { z } from 'zod';
import { caller } from '../caller.ts';

/** Which secret a metadata key, or an owner handle with its owner's login, belongs to. Null: it opens nothing. */
export const findWatchedSecret = {
  name: 'secrets.findWatchedSecret',
  input: z.object({ key: z.string(), caller }),
  output: z.object({ secretId: z.uuid().nullable() }),
} as const;
