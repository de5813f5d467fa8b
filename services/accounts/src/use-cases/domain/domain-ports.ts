import type { EventStore, InlineWrite } from '@onceover/event-store';
import type { PlanId } from '@onceover/schema/plans';
import type { Clock } from '@onceover/service-kit/clock';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import type { Finding } from '../../domain/domain/check-domain.ts';

/** A public host and its parts, in lower-case punycode but for `displayDomain`. */
export interface DomainName {
  readonly host: string;
  /** For people: Unicode. */
  readonly displayDomain: string;
  /** What is registered, such as `acme.example`. */
  readonly baseDomain: string;
  readonly tld: string;
  readonly sld: string;
  /** The labels before what is registered; null at the apex. */
  readonly trd: string | null;
}

export interface DomainNames {
  /** Null: not a public host, or one of Onceover's own. */
  parse(text: string): DomainName | null;
  /** The host of a `Host` header, or null where it can be no custom domain. */
  normaliseHost(header: string): string | null;
}

/** What the last check found; values for people to read. */
export interface DomainCheck {
  readonly finding: Finding;
  readonly found: readonly string[];
  readonly at: Date;
}

/** One custom domain as it is stored. */
export interface CustomDomain extends DomainName {
  /** Its stream. */
  readonly domainRef: string;
  /** 20 hexadecimal digits; for people and clients. */
  readonly domainId: string;
  readonly accountRef: string;
  /** Version of its stream, for the next append. */
  readonly version: number;
  /** As the customer typed it. */
  readonly original: string;
  /** 7 hexadecimal digits in the name of the TXT record, 32 in its value. */
  readonly challenge: string;
  readonly txtValue: string;
  readonly status: 'added' | 'pending' | 'active';
  /** Since when every check has failed; null: the last one matched, or there was none. */
  readonly failingSince: Date | null;
  readonly lastCheck: DomainCheck | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A check as it is stored with its domain. */
export interface NotedLook extends DomainCheck {
  readonly domainRef: string;
  readonly status: 'pending' | 'active';
  /** Of the stream, after the events of the check. */
  readonly version: number;
  readonly failingSince: Date | null;
}

export type LookReservation = { readonly kind: 'reserved' } | { readonly kind: 'limited'; retryAfterSeconds: number };

/** Stored custom domains. */
export interface DomainBook {
  /** By name. */
  listOf(accountRef: string): Promise<readonly CustomDomain[]>;
  find(accountRef: string, host: string): Promise<CustomDomain | null>;
  /** The domain that the host is served for, whoever owns it. */
  findServed(host: string): Promise<Pick<CustomDomain, 'accountRef' | 'domainId' | 'host'> | null>;
  /** Served domains whose last check is older than one of the moments: one for sound domains, one for failing ones. */
  listDue(before: { readonly sound: Date; readonly failing: Date }, limit: number): Promise<readonly CustomDomain[]>;
  /** Counts a check that a person asked for. */
  reserveLook(domainRef: string, at: Date): Promise<LookReservation>;
  /** Stores a check that makes no event; does nothing when the stream has moved on from version `before`. */
  note(look: NotedLook, before: number): Promise<void>;
}

/** The rows of a command, as data. */
export interface DomainRows {
  added(domain: Omit<CustomDomain, 'lastCheck' | 'failingSince' | 'version' | 'updatedAt' | 'status'>): InlineWrite;
  looked(look: NotedLook, before: number): InlineWrite;
  removed(domainRef: string): InlineWrite;
  /** Whether a command failed because the account already has the host, or it is served for another. */
  isTaken(error: unknown): boolean;
}

export type TxtAnswer =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable' };

/** The public DNS, TXT records only: nothing is ever fetched from a customer's host. */
export interface TxtRecords {
  /** What each resolver says; strings of one record are joined. */
  look(name: string): Promise<readonly TxtAnswer[]>;
  /** Whether the resolvers work at all: they are asked about the root, which no customer can break. */
  isAnswering(): Promise<boolean>;
}

/** Seals what an event may carry only for as long as the account lives. */
export type SealForAccount = (accountRef: string, text: string) => Promise<string>;

export interface DomainPorts {
  readonly isEnabled: boolean;
  /** Where customers should point their hosts; null: not configured. */
  readonly target: string | null;
  readonly events: EventStore;
  readonly book: DomainBook;
  readonly rows: DomainRows;
  readonly names: DomainNames;
  readonly txt: TxtRecords;
  readonly sealForAccount: SealForAccount;
  readonly planOf: (accountRef: string) => Promise<PlanId | null>;
  readonly served: ServedHosts;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Remembers for five seconds which hosts are served. */
export interface ServedHosts {
  isServed(host: string): Promise<boolean>;
  /** Something changed: ask again. */
  forget(): void;
}
