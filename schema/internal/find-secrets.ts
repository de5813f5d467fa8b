import { z } from 'zod';

/** The secrets that a short key names, of the share link or of the private link; few, but not always one. For colonels. */
export const findSecretsByShortKey = {
  name: 'secrets.findByShortKey',
  input: z.object({ shortkey: z.string().regex(/^[0-9a-z]{8}$/) }),
  output: z.object({ secretIds: z.array(z.uuid()).max(20) }),
} as const;
