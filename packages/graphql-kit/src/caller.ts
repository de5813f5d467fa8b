/**
 * Who asks, as far as the edge could establish it.
 *
 * `network` is the peer's network (IPv4 /24 or IPv6 /64) in text; services key their counters with an HMAC of it and
 * never store, log or publish it. `requestId` correlates logs and events.
 */
export interface Caller {
  readonly kind: 'anonymous';
  readonly network: string;
  readonly requestId: string;
}
