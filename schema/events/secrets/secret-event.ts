import type { IncomingSubmitted } from './incoming-submitted.v1.ts';
import type { SecretBurned } from './secret-burned.v1.ts';
import type { SecretCreated } from './secret-created.v1.ts';
import type { SecretDeliveryConfirmed } from './secret-delivery-confirmed.v1.ts';
import type { SecretDeliveryRequested } from './secret-delivery-requested.v1.ts';
import type { SecretExpired } from './secret-expired.v1.ts';
import type { SecretOpeningRefused } from './secret-opening-refused.v1.ts';
import type { SecretReceived } from './secret-received.v1.ts';

/** Everything that can happen to a secret, in its own stream. */
export type SecretEvent =
  | SecretCreated
  | SecretDeliveryRequested
  | IncomingSubmitted
  | SecretReceived
  | SecretBurned
  | SecretExpired
  | SecretOpeningRefused
  | SecretDeliveryConfirmed;
