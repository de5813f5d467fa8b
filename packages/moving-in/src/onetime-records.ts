/** What a server of Onetime Secret stores, as it is moved. Times are moments, texts are as people know them. */

export interface OnetimeAccount {
  /** As it is written there. */
  readonly email: string;
  readonly isVerified: boolean;
  /** `customer`, `colonel`, or something else. */
  readonly role: string;
  readonly planId: string;
  /** As chosen; empty: never. */
  readonly locale: string;
  readonly createdAt: Date;
  /** In the standard text of its algorithm; null: it has none. */
  readonly passwordHash: string | null;
  /** In clear; null: it has none. */
  readonly apiToken: string | null;
  readonly domains: readonly OnetimeDomain[];
}

export interface OnetimeDomain {
  readonly host: string;
  /** Name of the TXT record that proves it, relative to the registered domain, and its value; null: it was given none. */
  readonly txtHost: string | null;
  readonly txtValue: string | null;
}

/** A secret with what its creator sees of it. */
export interface OnetimeSecret {
  readonly metadataKey: string;
  /** Null once it has ended. */
  readonly secretKey: string | null;
  readonly state: 'new' | 'received' | 'burned' | 'expired';
  /** Who made it, by the name that accounts have there: an email address or an id; null: a visitor. */
  readonly owner: string | null;
  /** Unix seconds. */
  readonly created: number;
  readonly updated: number | null;
  readonly received: number | null;
  readonly burned: number | null;
  readonly lifetimeSeconds: number;
  readonly expiresAt: number;
  /** Obscured addresses, joined by a comma. */
  readonly recipients: string | null;
  readonly shareDomain: string | null;
  /** Null where there is nothing to open any more. */
  readonly content: OnetimeContent | null;
}

export interface OnetimeContent {
  /** `2` is the only one that is opened. */
  readonly encryption: string;
  readonly ciphertext: Buffer;
  readonly hasPassphrase: boolean;
}

/** What could not be read, by a name that grants nothing. */
export interface Broken {
  readonly kind: 'account' | 'domain' | 'private link';
  readonly name: string;
  readonly reason: string;
}

export type Read<Found> = { readonly found: Found } | { readonly broken: Broken };
