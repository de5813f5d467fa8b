import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { Delivery, MetadataEntry } from '../secret/ports.ts';

/** Where a page of a list ends: an instant in milliseconds since 1970, and the row among those of that instant. */
export interface PagePosition {
  readonly at: number;
  readonly id: string;
}

/** The lists of owners: 30 days, the newest 1,000. */
export interface RecentSecrets {
  page(wanted: {
    readonly ownerRef: string;
    readonly status: 'received' | 'not-received' | null;
    readonly after: PagePosition | null;
    readonly limit: number;
  }): Promise<readonly { readonly ownerHandle: string; readonly entry: MetadataEntry }[]>;
  /** Over the whole 30 days; received ones include burned ones. */
  count(ownerRef: string): Promise<{ readonly received: number; readonly notReceived: number }>;
}

/** A secret for the support desk, and what became of it. */
export interface IncomingEntry {
  readonly incomingId: string;
  readonly ticketNumber: string;
  readonly secretShortkey: string;
  /** As stored; see `readAt`. */
  readonly state: 'new' | SecretEnding;
  readonly submittedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly delivery: Delivery | null;
  readonly readAt: Date;
}

/** The desk's list, newest first. */
export interface IncomingSecrets {
  page(wanted: {
    readonly inbox: Buffer;
    readonly ticketNumber: string | null;
    readonly after: PagePosition | null;
    readonly limit: number;
  }): Promise<readonly IncomingEntry[]>;
}

/** Numbers for colonels. */
export interface SecretCounts {
  readonly metadata: number;
  /** That can be opened now. */
  readonly secrets: number;
  readonly created: number;
  /** Opened ones. */
  readonly shared: number;
  readonly emails: number;
}
export interface SecretStatistics {
  count(): Promise<SecretCounts>;
}
