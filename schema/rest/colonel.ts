import { z } from 'zod';

const count = z.int().nonnegative();
const said = z.array(z.strictObject({ msg: z.string(), stamp: z.string() }));

/** GET /api/v2/colonel. Source: REST contract 7.2. */
export const colonelAnswer = z.strictObject({
  success: z.literal(true),
  record: z.strictObject({
    recent_customers: z.array(
      z.strictObject({
        custid: z.string(),
        planid: z.string(),
        colonel: z.boolean(),
        verified: z.boolean(),
        secrets_created: count,
        secrets_shared: count,
        emails_sent: count,
        stamp: z.string(),
      }),
    ),
    today_feedback: said,
    yesterday_feedback: said,
    older_feedback: said,
    redis_info: z.string(),
    plans_enabled: z.boolean(),
    counts: z.strictObject({
      session_count: count,
      customer_count: count,
      recent_customer_count: count,
      metadata_count: count,
      secret_count: count,
      secrets_created: count,
      secrets_shared: count,
      emails_sent: count,
      feedback_count: count,
      today_feedback_count: count,
      yesterday_feedback_count: count,
      older_feedback_count: count,
    }),
  }),
  details: z.strictObject({}),
});
