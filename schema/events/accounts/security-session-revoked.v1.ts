import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** Sessions were ended other than by their own sign-out or age. */
export const securitySessionRevokedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  reasonCode: classed(
    'tenant',
    z.enum(['by-owner', 'password', 'second-factor', 'remember-me-reuse', 'erased', 'operator']),
  ),
});

export const securitySessionRevokedV1 = envelopeOf('security.session_revoked', 1, securitySessionRevokedData);

export interface SecuritySessionRevoked {
  readonly type: 'security.session_revoked';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof securitySessionRevokedData>>;
}
