import { z } from 'zod';
import { unixTime } from './fields.ts';
import { metadataObject } from './metadata-object.ts';

/** GET /api/v2/private/recent; keys are owner handles. Source: REST contract 5.4. */
export const recentAnswer = z.strictObject({
  success: z.literal(true),
  custid: z.string(),
  count: z.int().nonnegative(),
  records: z.array(metadataObject),
  details: z.strictObject({
    since: unixTime,
    now: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/),
    has_items: z.boolean(),
    received: z.array(metadataObject),
    notreceived: z.array(metadataObject),
    has_more: z.boolean(),
  }),
});
export type RecentAnswer = z.infer<typeof recentAnswer>;
