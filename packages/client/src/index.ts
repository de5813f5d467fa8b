export type * from './answers.ts';
export type { ActionOptions, CallOptions, ClientOptions, ConcealWish } from './client-options.ts';
export { type EventsQuestion, type FollowOptions, positionOf } from './events.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export { type ParsedLink, parseLink } from './links.ts';
export { OnceoverClient } from './onceover-client.ts';
export { OnceoverError } from './onceover-error.ts';
export type { Credentials } from './transport.ts';
export { type SignedWebhook, type VerifiedWebhook, verifyWebhook } from './webhooks.ts';
