import type { EventMeta } from '@onceover/event-store';
import type { KeptEvent } from '@onceover/schema/events/cloud-event';
import type { WebhookChange } from '@onceover/schema/events/notifications';
import type { WebhookProblem } from './ports.ts';

export type WebhookState = 'active' | 'paused' | 'gone' | 'failing';

/** An address to which the events of a partner are sent. */
export interface Webhook {
  readonly webhookId: string;
  /** The account, or `everyTenant` for the installation. */
  readonly partnerRef: string;
  /** The account that made it. */
  readonly madeBy: string;
  readonly url: string;
  readonly description: string;
  /** As in the catalogue; null: all. */
  readonly types: readonly string[] | null;
  readonly state: WebhookState;
  readonly createdAt: Date;
  /** The first try of a row in which nothing arrived; null: the last one did, or there was none. */
  readonly failingSince: Date | null;
  readonly lastDelivered: Date | null;
  /** Deliveries to be sent, or on their way. */
  readonly waiting: number;
  readonly publicKey: string;
  /** Null: the secret before is no longer valid, or there was none. */
  readonly oldSecretUntil: Date | null;
}

export interface NewWebhook
  extends Pick<Webhook, 'webhookId' | 'partnerRef' | 'madeBy' | 'url' | 'description' | 'types'> {
  readonly secret: string;
  readonly privateKey: string;
  readonly publicKey: string;
  /** Whose events the partner gets. */
  readonly tenants: readonly string[];
  /** How many the partner may have. */
  readonly limit: number;
}

/** In whose name something is done to a webhook, as its events tell it. */
export interface WebhookActor {
  readonly meta: EventMeta;
  /** The colonel, where it is one of the installation. */
  readonly operatorRef: string | null;
}

export type WebhookEdit = Partial<Pick<Webhook, 'url' | 'description' | 'types'>>;

/** The webhooks of partners. What is changed is recorded in the same commit; each gives false or null where the webhook is gone. */
export interface Webhooks {
  /** Oldest first. */
  list(partnerRef: string): Promise<readonly Webhook[]>;
  find(webhookId: string): Promise<Webhook | null>;
  /** The partner follows events from now on, if it did not; false: it has as many as it may. */
  add(webhook: NewWebhook, by: WebhookActor): Promise<boolean>;
  /** With another address it begins anew: what waits is due now. */
  edit(webhook: Webhook, edit: WebhookEdit, changes: readonly WebhookChange[], by: WebhookActor): Promise<boolean>;
  pause(webhook: Webhook, by: WebhookActor): Promise<boolean>;
  /** What waits is due now, or left out. */
  resume(webhook: Webhook, tenants: readonly string[], skipWaiting: boolean, by: WebhookActor): Promise<boolean>;
  remove(webhook: Webhook, by: WebhookActor): Promise<boolean>;
  /** The one before stays valid for so many hours. */
  replaceSecret(webhook: Webhook, secret: string, overlapHours: number, by: WebhookActor): Promise<boolean>;
  /** By us; false, and nothing done, where it is no longer active or has another address than the one that was tried. */
  disable(webhookId: string, triedUrl: string, reasonCode: 'gone' | 'failing'): Promise<boolean>;
  /** Those whose address nobody can read any more, as their key was lost; how many they were. */
  removeUnreadable(): Promise<number>;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'skipped';

/** One event on its way to one webhook. */
export interface Delivery {
  readonly deliveryId: string;
  readonly eventId: string;
  /** As in the catalogue, or `testType`. */
  readonly type: string;
  readonly subject: string | null;
  /** Null: a test. */
  readonly position: number | null;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  /** Null: it is not tried again, or its webhook is paused or switched off. */
  readonly nextTry: Date | null;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
}

export interface Attempt {
  readonly at: Date;
  readonly durationMs: number;
  /** Null: no answer. */
  readonly status: number | null;
  /** Null: it has arrived. */
  readonly problem: WebhookProblem | null;
}

export interface DeliveriesWanted {
  readonly first: number;
  /** Where the page before ended; null: from the newest. */
  readonly after: DeliveryPlace | null;
  readonly state: DeliveryState | null;
  /** The id of an event or of what it is about, or a part of a type as in the catalogue; null: any. */
  readonly search: string | null;
}

/** In the log, newest first. */
export interface DeliveryPlace {
  /** Microseconds since 1970, in digits. */
  readonly created: string;
  readonly deliveryId: string;
}

/** Delivery and its place in the log. */
export type LoggedDelivery = Delivery & { readonly place: DeliveryPlace };

export type ReplayRange = { readonly after: number; readonly upTo: number | null; readonly failedOnly: boolean };

/** How far the events of a partner go. */
export interface PartnerRange {
  readonly position: number;
  readonly cut: number;
}

/** The log of a webhook, and what is put into it by hand. */
export interface DeliveryLog {
  page(webhookId: string, wanted: DeliveriesWanted): Promise<readonly LoggedDelivery[]>;
  find(webhookId: string, deliveryId: string): Promise<Delivery | null>;
  /** Seconds until one more test is allowed, where there were so many in the last hour; null: it is due. */
  test(
    webhookId: string,
    test: { readonly deliveryId: string; readonly eventId: string },
    perHour: number,
  ): Promise<number | null>;
  /** Due now, from the first try on; false: its event is no longer kept. */
  sendAgain(deliveryId: string): Promise<boolean>;
  rangeOf(partnerRef: string): Promise<PartnerRange>;
  /** How many of the range are due now. */
  replay(webhookId: string, range: ReplayRange): Promise<number>;
}

/** A delivery that this process has in hand, and all that is needed to send it. */
export interface TakenDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  /** Which of all tries; whoever comes back with another one comes too late. */
  readonly attempt: number;
  /** Those before that counted. */
  readonly tries: number;
  readonly eventId: string;
  /** Nothing arrived at the webhook last. */
  readonly isFailing: boolean;
  readonly createdAt: Date;
  /** When this try began. */
  readonly at: Date;
  /** Null: a test. */
  readonly event: KeptEvent | null;
  readonly url: string;
  /** Each that is valid now, the newest first. */
  readonly secrets: readonly string[];
  readonly privateKey: string;
}

/** What became of a try. */
export type Outcome = Attempt & {
  /** Until the next one; null: it has arrived, or is given up. */
  readonly restSeconds: number | null;
  /** Whether it counts towards giving up: not if it was our fault. */
  readonly isCounted: boolean;
};

/** Deliveries to be sent, shared by all processes. */
export interface DueDeliveries {
  /** At most so many, few of each webhook, and at most so many of those at which nothing arrived last. */
  take(most: number, mostFailing: number): Promise<readonly TakenDelivery[]>;
  /** In one commit. Since when nothing has arrived; null: it did, or somebody else has it by now. */
  record(taken: TakenDelivery, outcome: Outcome): Promise<Date | null>;
  /** It was not tried: due again after a rest. */
  putBack(taken: TakenDelivery, restSeconds: number): Promise<void>;
  /** Those of processes that died are due again; how many they were. */
  freeOverdue(): Promise<number>;
  /** Whether one is due or on its way. */
  hasDue(): Promise<boolean>;
}
