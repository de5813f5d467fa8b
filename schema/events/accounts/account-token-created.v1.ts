import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** An API token was created. Its reference names it and grants nothing. */
export const accountTokenCreatedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  tokenRef: classed('internal', z.uuid()),
});

export const accountTokenCreatedV1 = envelopeOf('account.token_created', 1, accountTokenCreatedData);

export interface AccountTokenCreated {
  readonly type: 'account.token_created';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountTokenCreatedData>>;
}
