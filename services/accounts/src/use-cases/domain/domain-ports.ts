import type { EventStore, InlineWrite } from '@onceover/event-store';
import type { PlanId } from '@onceover/schema/plans';
import type { Clock } from '@onceover/service-kit/clock';
import type { RandomBytes } from '@onceover/service-kit/crypto';
import type { Finding } from '../../domain/domain/check-domain.ts';
import type { HostAnswer, OurPlace, RoutingFinding } from '../../domain/domain/judge-routing.ts';

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

/** Where the host led at the last check, and what its certificate was worth. */
export interface HostCheck {
  readonly routing: RoutingFinding;
  /** What the DNS said; values for people to read. */
  readonly pointsTo: readonly string[];
  /** Addresses that would be right. */
  readonly ourAddresses: readonly string[];
  /** Null: not checked, because the host was not proven or led elsewhere. */
  readonly certificate: CertificateFinding | null;
  readonly at: Date;
}

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
  /** Name of the TXT record that proved it to the server it was imported from, relative to the registered domain; null: ours. */
  readonly keptTxtHost: string | null;
  readonly status: 'added' | 'pending' | 'active';
  /** Since when every check has failed; null: the last one matched, or there was none. */
  readonly failingSince: Date | null;
  readonly lastCheck: DomainCheck | null;
  readonly hostCheck: HostCheck | null;
  /** Whether the host led here when the DNS last said where it leads. */
  readonly leadsHere: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NotedCheck extends DomainCheck {
  readonly domainRef: string;
  readonly status: 'pending' | 'active';
  /** Of the stream, after the events of the check. */
  readonly version: number;
  readonly failingSince: Date | null;
}

export type DomainState = 'working' | 'unproven' | 'elsewhere' | 'bad-certificate';

/** A place in the list of all domains, which is by host. */
export interface DomainPlace {
  readonly host: string;
  readonly domainRef: string;
}

export interface DomainBook {
  /** By name. */
  listOf(accountRef: string): Promise<readonly CustomDomain[]>;
  find(accountRef: string, host: string): Promise<CustomDomain | null>;
  /** Whoever owns it. */
  findById(domainId: string): Promise<CustomDomain | null>;
  /** Of all accounts, by host, after a place; `host` is a part of the host or of how it is written, empty for any. */
  listAll(
    wanted: { readonly after: DomainPlace | null; readonly host: string; readonly state: DomainState | null },
    limit: number,
  ): Promise<readonly CustomDomain[]>;
  /** The domain that the host is served for, whoever owns it. */
  findServed(host: string): Promise<Pick<CustomDomain, 'accountRef' | 'domainId' | 'host'> | null>;
  /** Served domains whose last check is older than one of the moments: one for sound domains, one for failing ones. */
  listDue(before: { readonly sound: Date; readonly failing: Date }, limit: number): Promise<readonly CustomDomain[]>;
  /** Counts a check that a person asked for; returns the seconds to wait, 0: go ahead. */
  reserveCheck(domainRef: string, at: Date): Promise<number>;
  /** Stores where a host leads; does nothing when the domain is gone, or was checked again since. */
  noteHost(domainRef: string, check: HostCheck): Promise<void>;
  /** Stores a check that makes no event; does nothing when the stream has moved on from version `before`. */
  note(check: NotedCheck, before: number): Promise<void>;
}

/** A domain as it is added: nothing was checked yet. */
export type NewDomain = Omit<
  CustomDomain,
  'lastCheck' | 'hostCheck' | 'leadsHere' | 'failingSince' | 'version' | 'updatedAt' | 'status'
>;

export interface DomainRows {
  added(domain: NewDomain): InlineWrite;
  checked(check: NotedCheck, before: number): InlineWrite;
  removed(domainRef: string): InlineWrite;
  /** Whether a command failed because the account already has the host, or it is served for another. */
  isTaken(error: unknown): boolean;
}

/** What one resolver says: the values of a name's records of one kind. */
export type DnsAnswer =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable' };

export interface HostRecords {
  resolve(name: string): Promise<readonly HostAnswer[]>;
}

export interface TxtRecords {
  /** What each resolver says; strings of one record are joined. */
  resolve(name: string): Promise<readonly DnsAnswer[]>;
  /** Whether the resolvers work at all: they are asked about the root, which no customer can break. */
  isAnswering(): Promise<boolean>;
}

/** What the certificate of a host is worth; `not-needed`: links on this site are plain http. */
export type CertificateFinding =
  | 'valid'
  | 'expired'
  | 'wrong-name'
  | 'untrusted'
  | 'unreachable'
  | 'private-address'
  | 'not-needed';

export interface CertificateProbe {
  /** Connects to one of the host's addresses, as they were looked up; to none of them if one is not public. */
  check(host: string, addresses: readonly string[]): Promise<CertificateFinding>;
}

export interface DomainPorts {
  readonly isEnabled: boolean;
  /** Where customers should point their hosts. */
  readonly place: OurPlace;
  readonly events: EventStore;
  readonly book: DomainBook;
  readonly rows: DomainRows;
  readonly names: DomainNames;
  readonly txt: TxtRecords;
  readonly hosts: HostRecords;
  /** Null: links on this site are plain http. */
  readonly certificates: CertificateProbe | null;
  /** Seals what an event may carry only for as long as the account lives. */
  readonly sealForAccount: (accountRef: string, text: string) => Promise<string>;
  readonly planOf: (accountRef: string) => Promise<PlanId | null>;
  readonly served: ServedHosts;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** Remembers for five seconds which hosts are served. */
export interface ServedHosts {
  isServed(host: string): Promise<boolean>;
  forget(): void;
}
