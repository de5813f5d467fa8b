import { z } from 'zod';
import { planIds } from '../../plans.ts';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** What the account may do from now on. */
export const accountPlanChangedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  planId: classed('tenant', z.enum(planIds)),
  limits: classed(
    'tenant',
    z.object({ ttl: z.int(), size: z.int(), customDomains: z.boolean(), maxRecipients: z.int(), mailsPerDay: z.int() }),
  ),
});

export const accountPlanChangedV1 = envelopeOf('account.plan_changed', 1, accountPlanChangedData);

export interface AccountPlanChanged {
  readonly type: 'account.plan_changed';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountPlanChangedData>>;
}
