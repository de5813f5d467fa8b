import { z } from 'zod';

/** The short key of a secret's share link, which names the secret and opens nothing. Null once the secret is forgotten. */
export const shortKeyOfSecret = {
  name: 'secrets.shortKeyOf',
  input: z.object({ secretId: z.uuid() }),
  output: z.object({ shortkey: z.string().nullable() }),
} as const;
