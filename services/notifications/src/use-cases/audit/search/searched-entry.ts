import type { AuditKind } from '@onceover/schema/events/meaning';

/** Something that was recorded: an entry of a chain, or an event of a log that belongs to nobody. */
export interface SearchedEntry {
  readonly id: string;
  /** ISO 8601, UTC, in milliseconds. */
  readonly at: string;
  readonly log: string;
  readonly position: string;
  readonly action: string;
  readonly reason: string | null;
  readonly occasions: number;
  readonly actor: string;
  readonly actorRef: string | null;
  readonly target: string;
  readonly account: string | null;
  readonly requestId: string;
  readonly surface: string;
  readonly networkTag: string | null;
  readonly kind: AuditKind | null;
  readonly seq: number | null;
  readonly month: string | null;
  readonly prevHash: string | null;
  readonly hash: string;
}
