import type { RecordedEvent } from '@onceover/event-store';

/** Kinds of record, which are kept for different times. */
export const auditKinds = ['activity', 'security', 'operator'] as const;

export type AuditKind = (typeof auditKinds)[number];

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
  /** The event's stream: a secret, an account, an email. */
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

/** Entries are chained per account, kind and log: there is no order between two logs. */
export function chainOf({ tenantRef, kind, log }: Pick<AuditEntry, 'tenantRef' | 'kind' | 'log'>): string {
  return `${tenantRef} ${kind} ${log}`;
}

const kindOfSubject: Readonly<Record<string, AuditKind>> = {
  secret: 'activity',
  incoming: 'activity',
  delivery: 'activity',
  feedback: 'activity',
  account: 'security',
  domain: 'security',
  security: 'security',
  operator: 'operator',
};

/** Throws on a type whose subject has no kind: the trail must not lose an event. */
export function auditKindOf(type: string): AuditKind {
  const kind = kindOfSubject[type.slice(0, type.indexOf('.'))];
  if (kind === undefined) throw new TypeError(`no kind of audit record for events of type ${type}`);
  return kind;
}

/** What of an event its entry is made of. */
export type AuditableEvent = Pick<
  RecordedEvent,
  'tenantRef' | 'type' | 'source' | 'position' | 'id' | 'occurredAt' | 'streamId' | 'meta' | 'data'
>;

/** Null for an event that belongs to nobody: it is covered by its block alone. */
export function auditEntryOf(event: AuditableEvent): AuditEntry | null {
  const { tenantRef, data, meta } = event;
  if (tenantRef === null) return null;
  return {
    tenantRef,
    kind: auditKindOf(event.type),
    log: event.source,
    position: event.position,
    eventId: event.id,
    at: event.occurredAt.toISOString(),
    actorKind: meta.actor.kind,
    actorRef: meta.actor.ref ?? null,
    action: event.type,
    targetRef: event.streamId,
    request: meta.correlationId,
    surface: meta.surface,
    networkTag: meta.networkTag ?? null,
    occasions: typeof data.count === 'number' ? data.count : 1,
    reason: wordOf(data.reasonCode) ?? wordOf(data.reason) ?? null,
  };
}

/** A word of ours; anything longer is no reason. */
function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z0-9_.-]{1,64}$/i.test(value) ? value : undefined;
}
