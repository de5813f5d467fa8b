import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Somebody exports an audit trail: that of their own account, or as a colonel whatever was recorded. */
export const securityTrailExportedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  scope: classed('tenant', z.enum(['all', 'own'])),
  format: classed('tenant', z.enum(['csv', 'ndjson'])),
  /** Whether conditions narrowed it. */
  isFiltered: classed('tenant', z.boolean()),
});

export const securityTrailExportedV1 = envelopeOf('security.trail_exported', 1, securityTrailExportedData);

export interface SecurityTrailExported {
  readonly type: 'security.trail_exported';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securityTrailExportedData>>;
}
