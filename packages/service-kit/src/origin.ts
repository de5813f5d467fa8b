import { randomBytes } from './crypto.ts';

/** By which way a command came in: our web app, the REST contract, a graph client, an email, the command line, or no person. */
export type Surface = 'web' | 'api' | 'graphql' | 'mail' | 'cli' | 'system';

/** Where a command comes from; every event says it of itself. */
export interface Origin {
  readonly surface: Surface;
  /** Names the peer's network for one UTC day, as an HMAC; absent where no network is known. */
  readonly networkTag?: string;
  /** W3C trace context, version 00: 55 characters. */
  readonly traceparent: string;
}

/** A valid trace context of version 00. */
export const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The origin of a command that came over no network. */
export function ownOrigin(surface: Surface): Origin {
  return { surface, traceparent: newTraceparent() };
}

/** A new trace that nobody has asked to sample. */
export function newTraceparent(): string {
  const ids = randomBytes(24).toString('hex');
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

/** The trace that a request says it belongs to; a new one if it names none, or not in the way of the standard. */
export function traceparentFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : newTraceparent();
}
