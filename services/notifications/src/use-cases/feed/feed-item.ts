import type { RecordedEvent } from '@onceover/event-store';
import { meaningOf } from '@onceover/schema/events/catalog';
import { secretIdOf } from '@onceover/schema/events/event-row';
import type { FeedKind } from '@onceover/schema/events/meaning';
import { deskTenant } from '@onceover/schema/events/tenants';

/** Why a secret is not shown as others are: it verifies an account, or a customer sent it to the desk. */
export type SecretPart = 'verification' | 'submission';

/** What is known of the secrets that events are about, by a secret's id. */
export type FeedKnowledge = ReadonlyMap<string, SecretPart>;

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

/** The secret that an event is about; null where it is about none. */
export function secretOf(event: FeedEvent): string | null {
  return secretIdOf(meaningOf(event.type), event);
}

/** What an event says of its secret that later events of that log do not. */
export function partSaidBy({ type, tenantRef, data }: FeedEvent): SecretPart | null {
  if (type === 'secret.created' && data.kind === 'verification') return 'verification';
  return type === 'incoming.submitted' && tenantRef !== deskTenant ? 'submission' : null;
}

/**
 * What became of an email is told in a log of its own, which may be read before that of the secrets: so its event says by
 * itself what the email was about.
 */
function partOf(event: FeedEvent, known: FeedKnowledge): SecretPart | undefined {
  const { template } = event.data;
  if (template === undefined) return known.get(secretOf(event) ?? '');
  return template === 'incoming' ? 'submission' : undefined;
}

/**
 * The entries that an event makes: one in the feed of its account, one in that of the desk where it is about what was sent
 * there, as far as they are among its readers; none for a secret that only verifies an account.
 */
export function feedItemsOf(event: FeedEvent, known: FeedKnowledge): FeedItem[] {
  const { feed: kind, readers } = meaningOf(event.type);
  const { id: eventId, tenantRef, occurredAt } = event;
  const secretRef = secretOf(event);
  const part = partOf(event, known);
  if (tenantRef === null || kind === null || part === 'verification') return [];
  const isDesks = tenantRef === deskTenant || part === 'submission';
  const feeds = [
    ...(tenantRef !== deskTenant && readers.includes('owner') ? [tenantRef] : []),
    ...(isDesks && readers.includes('desk') ? [deskTenant] : []),
  ];
  return feeds.map((accountRef) => ({ accountRef, eventId, kind, secretRef, at: occurredAt.toISOString() }));
}
