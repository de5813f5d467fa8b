import { z } from 'zod';
import { envelope } from './fields.ts';

/** POST /api/v2/account/apitoken: the one time the token is shown. Source: REST contract 7. */
export const apiTokenForm = z.object({});
export const apiTokenAnswer = z.strictObject({
  ...envelope,
  record: z.strictObject({ apitoken: z.string().regex(/^[0-9a-f]{40}$/), active: z.literal(true) }),
});
export type ApiTokenAnswer = z.infer<typeof apiTokenAnswer>;
