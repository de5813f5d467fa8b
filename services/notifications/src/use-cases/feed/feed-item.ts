import type { RecordedEvent } from '@onceover/event-store';
import { deskTenant } from '@onceover/schema/events/desk-tenant';

/** What a feed says that happened. */
export const feedKinds = [
  'created',
  'opened',
  'burned',
  'expired',
  'delivery-confirmed',
  'opening-refused',
  'email-sent',
  'email-failed',
  'email-suppressed',
  'email-bounced',
  'incoming-submitted',
  'domain-changed',
] as const;

export type FeedKind = (typeof feedKinds)[number];

/** Which events are items of a feed, and as what. */
const kindOfType = {
  'secret.created': 'created',
  'secret.received': 'opened',
  'secret.burned': 'burned',
  'secret.expired': 'expired',
  'secret.opening_refused': 'opening-refused',
  'secret.delivery_confirmed': 'delivery-confirmed',
  'incoming.submitted': 'incoming-submitted',
  'delivery.sent': 'email-sent',
  'delivery.failed': 'email-failed',
  'delivery.suppressed': 'email-suppressed',
  'delivery.bounced': 'email-bounced',
  'domain.added': 'domain-changed',
  'domain.verified': 'domain-changed',
  'domain.verification_failed': 'domain-changed',
  'domain.removed': 'domain-changed',
} as const satisfies Readonly<Record<string, FeedKind>>;

export const feedTypes: readonly string[] = Object.keys(kindOfType);

/** Why a secret is not shown as others are: it verifies an account, or a customer sent it to the desk. */
export type SecretPart = 'verification' | 'submission';

/** What is known of the secrets that events are about, by a secret's id. */
export interface FeedKnowledge {
  readonly parts: ReadonlyMap<string, SecretPart>;
  /** By the id of an email: the secret whose link it carries. */
  readonly secretOfMail: ReadonlyMap<string, string>;
}

/** One entry of one feed, by references alone. */
export interface FeedItem {
  /** The account, or the desk's tenant. */
  readonly accountRef: string;
  readonly eventId: string;
  readonly kind: FeedKind;
  readonly secretRef: string | null;
  /** ISO 8601. */
  readonly at: string;
}

export type FeedEvent = Pick<RecordedEvent, 'id' | 'type' | 'streamId' | 'tenantRef' | 'occurredAt' | 'data'>;

/** The secret that an event is about; null where it is about none, or only its email tells. */
export function secretOf({ type, streamId, data }: FeedEvent): string | null {
  if (typeof data.secretId === 'string') return data.secretId;
  return type.startsWith('secret.') ? streamId : null;
}

/** The email that an event is about, where it carries a secret's link. */
export function secretMailOf({ type, data }: FeedEvent): string | null {
  const { deliveryId, requestedBy } = data;
  return type.startsWith('delivery.') && requestedBy === 'secrets' && typeof deliveryId === 'string'
    ? deliveryId
    : null;
}

/** What an event says of its secret that later events of it do not. */
export function partSaidBy({ type, tenantRef, data }: FeedEvent): SecretPart | null {
  if (type === 'secret.created' && data.kind === 'verification') return 'verification';
  return type === 'incoming.submitted' && tenantRef !== deskTenant ? 'submission' : null;
}

/**
 * The entries that an event makes: one in the feed of its account, one in that of the desk where it is about what was sent
 * there, none for a secret that only verifies an account.
 */
export function feedItemsOf(event: FeedEvent, known: FeedKnowledge): FeedItem[] {
  const kind = kindOf(event.type);
  const mail = secretMailOf(event);
  const secretRef = secretOf(event) ?? known.secretOfMail.get(mail ?? '') ?? null;
  const part = known.parts.get(secretRef ?? '');
  if (event.tenantRef === null || kind === null || part === 'verification') return [];
  const isDesks = event.tenantRef === deskTenant || part === 'submission' || event.data.template === 'incoming';
  const feeds = new Set<string>();
  if (kind !== 'incoming-submitted') feeds.add(event.tenantRef);
  if (isDesks) feeds.add(deskTenant);
  // To the desk a secret begins when it is submitted, in the same commit.
  if (kind === 'created') feeds.delete(deskTenant);
  const { id: eventId, occurredAt } = event;
  return [...feeds].map((accountRef) => ({ accountRef, eventId, kind, secretRef, at: occurredAt.toISOString() }));
}

function kindOf(type: string): FeedKind | null {
  const kinds: Readonly<Partial<Record<string, FeedKind>>> = kindOfType;
  return kinds[type] ?? null;
}
