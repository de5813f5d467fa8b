import type { EventStore } from '@onceover/event-store';
import type { CustomerFacts } from '@onceover/schema/internal/customer';
import type { Clock } from '@onceover/service-kit/clock';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import type { TokenScope } from '../../domain/api-token/api-token.ts';
import type { LastUse, Use } from '../../domain/api-token/last-use.ts';
import type { Tx } from '../account/account-command.ts';

/** A token as its owner sees it afterwards; never the token itself. */
export interface ApiToken extends LastUse {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: Date;
  /** Null: never, as for the token named `api`. */
  readonly expiresAt: Date | null;
}

/** A token to be stored under the SHA-256 of its text. */
export interface NewApiToken extends Omit<ApiToken, keyof LastUse> {
  readonly accountRef: string;
  readonly hash: Buffer;
}

/** Where bad attempts are counted: both are HMACs, no address and no network is stored. */
export interface AttemptKeys {
  /** Of the account that was named and the network together. */
  readonly subject: Buffer;
  readonly network: Buffer;
}

/** A token that is good, with what its last use is sealed in. */
export interface FoundToken {
  readonly accountRef: string;
  readonly token: ApiToken;
  readonly sealed: { readonly wrappedKey: Buffer; readonly networks: Buffer | null };
}

export type TokenLookup =
  | { readonly kind: 'found'; readonly found: FoundToken }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

export interface TokenBook {
  /** Newest first. */
  listOf(accountRef: string): Promise<readonly ApiToken[]>;
  /** In the transaction of its event. False when the account already has as many tokens as it may. */
  add(tx: Tx, token: NewApiToken, max: number): Promise<boolean>;
  /** Takes the place of the account's token of that name, which stops working at once; returns which that was. */
  replace(tx: Tx, token: NewApiToken): Promise<string | null>;
  /** False when there was none. */
  revoke(tx: Tx, accountRef: string, tokenId: string): Promise<boolean>;
  /** One round trip, whatever is found; `limited` before anything is looked up. */
  lookUp(hash: Buffer, keys: AttemptKeys, at: Date): Promise<TokenLookup>;
  /** Counts a bad attempt; returns the seconds to wait when it was one too many, else 0. */
  countBad(keys: AttemptKeys, at: Date): Promise<number>;
  /** Notes a use. Of two at the same moment one is noted; the other one says the same, or comes again. */
  noteUse(found: FoundToken, use: Use): Promise<void>;
}

export interface TokenPorts {
  readonly events: EventStore;
  readonly tokens: TokenBook;
  /** Null for accounts that are closed, disabled or not verified. */
  readonly factsOf: (accountRef: string) => Promise<CustomerFacts | null>;
  /** Names a counter by an HMAC, so that nobody can tell whose it is. */
  readonly hashAttempt: (...subject: readonly string[]) => Buffer;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}
