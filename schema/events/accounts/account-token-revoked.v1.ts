import { z } from 'zod';
import { envelopeOf } from '../envelope.ts';
import { classed } from '../field-class.ts';

/** An API token was revoked, or another took its place. It stopped working in the same commit. */
export const accountTokenRevokedData = z.object({
  accountRef: classed('tenant', z.uuid()),
  tokenRef: classed('internal', z.uuid()),
});

export const accountTokenRevokedV1 = envelopeOf('account.token_revoked', 1, accountTokenRevokedData);

export interface AccountTokenRevoked {
  readonly type: 'account.token_revoked';
  readonly schemaVersion: 1;
  readonly data: Readonly<z.infer<typeof accountTokenRevokedData>>;
}
