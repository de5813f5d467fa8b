import { type Caller, isColonel, mayKnow } from '@onceover/schema/caller';
import type { AuditKind } from '@onceover/schema/events/meaning';

/** An entry as people may see it. */
export interface ShownEntry {
  readonly id: string;
  readonly kind: AuditKind;
  readonly seq: number;
  readonly log: string;
  readonly at: Date;
  readonly action: string;
  readonly by: string;
  readonly target: string;
  readonly occasions: number;
  readonly hash: string;
  readonly surface: string;
  readonly request: string | null;
  readonly networkTag: string | null;
  readonly reason: string | null;
}

/** The place of an entry in a trail by time. */
export type TrailCursor = Pick<ShownEntry, 'at' | 'id'>;

export interface TrailPages {
  /** Newest first, of those before a place. */
  page(
    accountRef: string,
    wanted: { readonly kind: AuditKind | null; readonly before: TrailCursor | null; readonly most: number },
  ): Promise<readonly ShownEntry[]>;
  /** What was signed last of each of an account's chains. */
  signatures(accountRef: string): Promise<readonly ShownSignature[]>;
}

/** The newest signature of a chain, for its owner; bytes in hexadecimal. */
export interface ShownSignature {
  readonly kind: AuditKind;
  readonly log: string;
  readonly seq: number;
  readonly head: string;
  /** ISO 8601, as it is hashed. */
  readonly at: string;
  readonly keyId: string;
  readonly number: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly signature: string;
}

export interface WantedTrail {
  readonly accountRef: string;
  readonly first: number;
  readonly after: string | null;
  readonly kind: AuditKind | null;
}

/** A page of a trail; `endCursor` is null at its end. */
export interface ShownTrail {
  readonly accountRef: string;
  readonly entries: readonly ShownEntry[];
  readonly endCursor: string | null;
}

const MOST_AT_ONCE = 1_000;

/**
 * The trail of an account; null for everybody but its owner and a colonel. Only a colonel sees requests, networks and reasons. What is no
 * cursor of ours begins at the newest.
 */
export function auditTrailUseCase({ trail }: { readonly trail: TrailPages }) {
  return async ({ accountRef, first, after, kind }: WantedTrail, caller: Caller): Promise<ShownTrail | null> => {
    if (!mayKnow(caller, accountRef)) return null;
    const most = Math.min(Math.max(first, 1), MOST_AT_ONCE);
    const found = await trail.page(accountRef, { kind, before: cursorFrom(after), most });
    const entries = isColonel(caller)
      ? found
      : found.map((entry) => ({ ...entry, request: null, networkTag: null, reason: null }));
    const last = entries.at(-1);
    return { accountRef, entries, endCursor: last !== undefined && entries.length === most ? cursorOf(last) : null };
  };
}

/** What was signed last of each chain of a trail that was shown. */
export function trailSignaturesUseCase({ trail }: { readonly trail: TrailPages }) {
  return async ({ accountRef }: ShownTrail, caller: Caller): Promise<readonly ShownSignature[]> =>
    mayKnow(caller, accountRef) ? await trail.signatures(accountRef) : [];
}

function cursorOf({ at, id }: TrailCursor): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

function cursorFrom(text: string | null): TrailCursor | null {
  const [time = '', id = ''] = Buffer.from(text ?? '', 'base64url')
    .toString()
    .split(' ');
  const at = new Date(time);
  return Number.isNaN(at.getTime()) || !/^[0-9a-f-]{36}$/.test(id) ? null : { at, id };
}
