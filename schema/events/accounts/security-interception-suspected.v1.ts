import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';
import { refusedOpeningReason } from '../secrets/secret-opening-refused.v1.ts';

/** Somebody tried again and again to open a secret of the account; its owner is told by email. */
export const securityInterceptionSuspectedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  secretId: classed('tenant', z.uuid()),
  /** Reason and number of the tries, as `secret.opening_refused` has them. */
  reason: classed('tenant', refusedOpeningReason),
  count: classed('tenant', z.int().positive()),
  deliveryId: classed('internal', z.uuid()),
});

export const securityInterceptionSuspectedV1 = envelopeOf(
  'security.interception_suspected',
  1,
  securityInterceptionSuspectedData,
);

export interface SecurityInterceptionSuspected {
  readonly type: 'security.interception_suspected';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securityInterceptionSuspectedData>>;
}
