import type { RecordedEvent } from '@onceover/event-store';
import { meaningOf } from '@onceover/schema/events/catalog';
import type { AuditKind } from '@onceover/schema/events/meaning';

/** What happened, by references alone: no content, no key, no address. Everything in it is part of its hash. */
export interface AuditEntry {
  /** The account whose trail it is in. */
  readonly tenantRef: string;
  readonly kind: AuditKind;
  /** The service that recorded the event. */
  readonly log: string;
  /** The event's place in that log; the block that has this place covers it. */
  readonly position: string;
  readonly eventId: string;
  /** ISO 8601, UTC, in milliseconds. */
  readonly at: string;
  readonly actorKind: string;
  readonly actorRef: string | null;
  /** The event's type. */
  readonly action: string;
  /** The event's stream: a secret, an account, an email; of an operator's action what it was done to; a webhook. */
  readonly targetRef: string;
  /** Correlates what one request did. */
  readonly request: string;
  /** Where the command came from: `web`, `api`, `graphql`, `mail`, `cli` or `system`. */
  readonly surface: string;
  /** A pseudonym of the network, which is another one every day; null where there was none. Internal: for colonels alone. */
  readonly networkTag: string | null;
  /** How often it happened: producers count repeated attempts instead of recording each. */
  readonly occasions: number;
  readonly reason: string | null;
}

const OPERATOR_ACTION = 'operator.action_taken';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Entries are chained per account, kind and log: there is no order between two logs. */
export function chainOf({ tenantRef, kind, log }: Pick<AuditEntry, 'tenantRef' | 'kind' | 'log'>): string {
  return `${tenantRef} ${kind} ${log}`;
}

/** What an entry says of its event, whoever it belongs to. */
export type SaidOfEvent = Omit<AuditEntry, 'tenantRef' | 'kind'>;

/** Null for an event that belongs to nobody, or has no entry by its row: it is covered by its block alone. */
export function auditEntryOf(event: RecordedEvent): AuditEntry | null {
  const { audit } = meaningOf(event.type);
  const { tenantRef } = event;
  return tenantRef === null || audit === null ? null : { tenantRef, kind: audit.kind, ...saidOf(event) };
}

/** An event by references and words of ours. */
export function saidOf(event: RecordedEvent): SaidOfEvent {
  const { data, meta } = event;
  return {
    log: event.source,
    position: event.position,
    eventId: event.id,
    at: event.occurredAt.toISOString(),
    actorKind: meta.actor.kind,
    actorRef: meta.actor.ref ?? null,
    action: event.type,
    targetRef: targetOf(event),
    request: meta.correlationId,
    surface: meta.surface,
    networkTag: meta.networkTag ?? null,
    occasions: typeof data.count === 'number' ? data.count : 1,
    reason: reasonOf(event),
  };
}

/** The event's stream; what an operator did it to, if that has a reference, and the webhook: these events are a stream each. */
function targetOf({ type, streamId, data }: RecordedEvent): string {
  const named = type === OPERATOR_ACTION ? data.targetRef : data.webhookId;
  return typeof named === 'string' && uuid.test(named) ? named : streamId;
}

/** Of an operator's action with the action: `plan_changed.owner-asked`. */
function reasonOf({ type, data }: RecordedEvent): string | null {
  if (type === OPERATOR_ACTION) return `${wordOf(data.action) ?? ''}.${wordOf(data.reasonCode) ?? ''}`;
  return wordOf(data.reasonCode) ?? wordOf(data.reason) ?? null;
}

/** A word of ours; anything longer is no reason. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z0-9_.-]{1,64}$/i.test(value) ? value : undefined;
}
