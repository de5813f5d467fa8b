import { sha256 } from './crypto.ts';

/** How a command came in: our web app, the REST contract, a graph client, an email, the command line, or no person. */
export type Surface = 'web' | 'api' | 'graphql' | 'mail' | 'cli' | 'system';

/** Where a command comes from; every event says it of itself. */
export interface Origin {
  readonly surface: Surface;
  /** Names the peer's network for one UTC day, as an HMAC; absent where no network is known. */
  readonly networkTag?: string;
  /**
   * The W3C trace context that the request named, version 00: 55 characters. Where it named none, readers of its events get the
   * one of its correlation id, which need not be stored.
   */
  readonly traceparent?: string;
}

/** A valid trace context of version 00. */
export const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The origin of a command that came over no network. */
export function ownOrigin(surface: Surface): Origin {
  return { surface };
}

/** The trace of a request that named none, which nobody has asked to sample: always the same for the same correlation id. */
export function traceparentOf(correlationId: string): string {
  const ids = sha256(correlationId).toString('hex');
  return `00-${ids.slice(0, 32)}-${ids.slice(32, 48)}-00`;
}

/** The trace that a request says it belongs to; none if it names none, or not in the way of the standard. */
export function traceparentFrom(header: string | string[] | undefined): Pick<Origin, 'traceparent'> {
  return typeof header === 'string' && TRACEPARENT.test(header) ? { traceparent: header } : {};
}
