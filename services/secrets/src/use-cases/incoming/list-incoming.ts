import type { Caller } from '@onceover/schema/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import { isSignedInFor } from '../secret/ownership.ts';
import { type PagePosition, readPage } from '../secret/page.ts';
import type { IncomingDesk } from './submit-incoming.ts';

/** A secret for the support desk, and what became of it. */
export interface IncomingEntry {
  readonly secretId: string;
  readonly incomingId: string;
  readonly ticketNumber: string;
  readonly secretShortkey: string;
  readonly state: 'new' | SecretEnding;
  readonly submittedAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
  readonly delivery: Delivery | null;
  readonly opener: Opener | null;
}

/** Whoever opened a secret, as the log says it; it forgets after 120 days. */
export interface Opener {
  readonly kind: 'creator' | 'authenticated_other' | 'anonymous';
  /** Their account; null for visitors. */
  readonly accountRef: string | null;
}

/** Who opened it, as far as the desk may know: its own account, whoever submitted it, another account, or a visitor. */
export type OpenedBy = 'desk' | 'sender' | 'signed-in' | 'anonymous';

/** The desk's list, newest first. */
export interface IncomingSecrets {
  page(wanted: {
    readonly inbox: Buffer;
    readonly ticketNumber: string | null;
    readonly after: PagePosition | null;
    readonly limit: number;
  }): Promise<readonly IncomingEntry[]>;
  find(inbox: Buffer, secretIds: readonly string[]): Promise<readonly IncomingEntry[]>;
}

export interface IncomingListInput {
  readonly first: number;
  readonly after: PagePosition | null;
  /** The whole number; null or empty: any. */
  readonly ticketNumber: string | null;
}

/** What became of the email to the desk. */
export interface Delivery {
  readonly status: 'queued' | 'sent' | 'failed' | 'suppressed' | 'bounced';
  /** When it got there, in milliseconds since 1970. */
  readonly at: number;
}

export interface IncomingMoment {
  readonly kind: 'submitted' | 'mailed' | 'mail-failed' | 'mail-bounced' | 'opened' | 'burned' | 'expired';
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface IncomingView extends Pick<IncomingEntry, 'incomingId' | 'ticketNumber' | 'secretShortkey' | 'state'> {
  readonly createdAt: number;
  /** Null: not opened, or known no longer. */
  readonly openedBy: OpenedBy | null;
  /** Oldest first. */
  readonly timeline: readonly IncomingMoment[];
}

/**
 * What came in for the support desk, newest first: for the account whose address is the desk's, and for nobody else.
 *
 * Refuses  NotAuthorizedError for visitors and tokens without the scope `secrets-read-meta`
 */
export function listIncomingUseCase({ incoming, desk }: { incoming: IncomingSecrets; desk: IncomingDesk }) {
  return async ({ first, after, ticketNumber }: IncomingListInput, caller: Caller) => {
    if (!isSignedInFor(caller, 'secrets-read-meta')) throw new NotAuthorizedError();
    if (desk.recipient === null || caller.custid !== desk.recipient) return { nodes: [], end: null };
    const ticket = ticketNumber?.trim() ?? '';
    const wanted = { inbox: desk.inboxOf(desk.recipient), ticketNumber: ticket === '' ? null : ticket, after };
    const { rows, end } = await readPage(first, (limit) => incoming.page({ ...wanted, limit }), positionOf);
    return { nodes: rows.map((entry) => viewOf(entry, caller.accountRef)), end };
  };
}

/** What came in with these secrets, in the order of their ids, for the desk; null for every other, and for everybody else. */
export function showSubmissionsUseCase({ incoming, desk }: { incoming: IncomingSecrets; desk: IncomingDesk }) {
  return async (secretIds: readonly string[], caller: Caller): Promise<readonly (IncomingView | null)[]> => {
    if (!isSignedInFor(caller, 'secrets-read-meta')) return secretIds.map(() => null);
    if (desk.recipient === null || caller.custid !== desk.recipient) return secretIds.map(() => null);
    const found = await incoming.find(desk.inboxOf(desk.recipient), secretIds);
    const views = new Map(found.map((entry) => [entry.secretId, viewOf(entry, caller.accountRef)]));
    return secretIds.map((secretId) => views.get(secretId) ?? null);
  };
}

function positionOf({ submittedAt, incomingId }: IncomingEntry): PagePosition {
  return { at: submittedAt.getTime(), id: incomingId };
}

function viewOf(entry: IncomingEntry, deskRef: string): IncomingView {
  const { incomingId, ticketNumber, secretShortkey, state, submittedAt, expiresAt } = entry;
  const moments: IncomingMoment[] = [{ kind: 'submitted', at: submittedAt.getTime() }];
  const { delivery } = entry;
  if (delivery?.status === 'sent') moments.push({ kind: 'mailed', at: delivery.at });
  if (delivery?.status === 'failed') moments.push({ kind: 'mail-failed', at: delivery.at });
  if (delivery?.status === 'bounced') moments.push({ kind: 'mail-bounced', at: delivery.at });
  const endedAt = (entry.endedAt ?? expiresAt).getTime();
  if (state === 'received') moments.push({ kind: 'opened', at: endedAt });
  if (state === 'burned') moments.push({ kind: 'burned', at: endedAt });
  if (state === 'expired') moments.push({ kind: 'expired', at: endedAt });
  const timeline = moments.toSorted((one, other) => one.at - other.at);
  const openedBy = entry.opener === null ? null : openedByOf(entry.opener, deskRef);
  return { incomingId, ticketNumber, secretShortkey, state, createdAt: submittedAt.getTime(), openedBy, timeline };
}

function openedByOf({ kind, accountRef }: Opener, deskRef: string): OpenedBy {
  if (accountRef === deskRef) return 'desk';
  return ({ creator: 'sender', authenticated_other: 'signed-in', anonymous: 'anonymous' } as const)[kind];
}
