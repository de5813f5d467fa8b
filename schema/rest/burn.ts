import { z } from 'zod';
import { confirmed, envelope, textOrNone } from './fields.ts';
import { metadataObject } from './metadata-object.ts';

/** POST /api/v2/private/{metadataKey}/burn. Source: REST contract 5.6. */
export const burnForm = z.object({ continue: confirmed, passphrase: textOrNone });
export type BurnForm = z.infer<typeof burnForm>;

export const burnAnswer = z.strictObject({
  ...envelope,
  record: metadataObject.extend({ metadata: metadataObject }),
  details: z.strictObject({}),
});
export type BurnAnswer = z.infer<typeof burnAnswer>;
