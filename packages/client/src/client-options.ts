import type { Credentials } from './transport.ts';

export interface ClientOptions {
  /** Scheme and host of the server, such as `https://once.example`. */
  readonly url: string;
  /** Default: anonymous. */
  readonly credentials?: Credentials | undefined;
  /** Default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long each attempt may take, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first one, where repeating is safe. Default: 3. */
  readonly retries?: number | undefined;
  /** Such as `User-Agent`. Browsers keep some for themselves. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** From 0 to 1, for the waits between attempts. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ActionOptions extends CallOptions {
  /** Default: a new one. Give the same one again to fetch the same answer. */
  readonly idempotencyKey?: string | undefined;
}

/** How a secret is kept. Lengths in characters, `ttl` in whole seconds. Source: REST contract 5.1. */
export interface ConcealWish {
  readonly passphrase?: string | undefined;
  readonly ttl?: number | undefined;
  /** Who gets the link by email; needs an account. */
  readonly recipient?: readonly string[] | undefined;
  /** A verified custom domain of the account. */
  readonly share_domain?: string | undefined;
  /** Whether programs are refused, this client among them. */
  readonly people_only?: boolean | undefined;
}
