import { z } from 'zod';
import { caller } from '../caller.ts';

/** The secrets that a short key names, of the share link or of the private link; few, but not always one. For colonels. */
export const findSecretsByShortKey = {
  name: 'secrets.findByShortKey',
  askers: ['audit'],
  whenLost: 'repeat',
  input: z.object({ shortkey: z.string().regex(/^[0-9a-z]{8}$/) }),
  output: z.object({ secretIds: z.array(z.uuid()).max(20) }),
} as const;

/** The short key of a secret's share link, which names the secret and opens nothing. Null once the secret is forgotten. */
export const shortKeyOfSecret = {
  name: 'secrets.shortKeyOf',
  askers: ['accounts'],
  whenLost: 'repeat',
  input: z.object({ secretId: z.uuid() }),
  output: z.object({ shortkey: z.string().nullable() }),
} as const;

/** Which secret a metadata key, or an owner handle with its owner's login, belongs to. Null: it opens nothing. */
export const findWatchedSecret = {
  name: 'secrets.findWatchedSecret',
  askers: ['gateway'],
  whenLost: 'repeat',
  input: z.object({ key: z.string(), caller }),
  output: z.object({ secretId: z.uuid().nullable() }),
} as const;
