import { partnerEventNames } from '../../contracts/partner-events.generated.ts';
import type {
  DeliveryFactsFragment,
  WebhookDeliveryState,
  WebhookFactsFragment,
} from '../../gql/operations.generated.ts';
import type { Tone } from '../../ui/tone-icon.tsx';

export type Webhook = WebhookFactsFragment;
export type Delivery = DeliveryFactsFragment;
export type Attempt = Delivery['attempts'][number];

/** How a webhook is, and how good that is. The keys are those of the texts. */
export const webhookTones = {
  active: 'good',
  failing: 'wait',
  paused: 'unknown',
  gone: 'bad',
  off: 'bad',
} as const satisfies Record<string, Tone>;

export function stateOf({ state, failingSince }: Pick<Webhook, 'state' | 'failingSince'>): keyof typeof webhookTones {
  if (state === 'PAUSED') return 'paused';
  if (state === 'GONE') return 'gone';
  if (state === 'FAILING') return 'off';
  return failingSince === null ? 'active' : 'failing';
}

/** Whether events are sent to it now. */
export function isSending({ state }: Pick<Webhook, 'state'>): boolean {
  return state === 'ACTIVE';
}

export const deliveryTones = {
  WAITING: 'wait',
  DELIVERED: 'good',
  FAILED: 'bad',
  SKIPPED: 'unknown',
} as const satisfies Record<WebhookDeliveryState, Tone>;

/** What a test has in place of an event. */
const testType = 'io.onceover.webhook.test';

type EventType = keyof typeof partnerEventNames;

export const eventTypes = Object.keys(partnerEventNames) as readonly EventType[];

/** The key of the words for a type; null: one that has none yet, and is shown by its name. */
export function nameOfType(type: string): (typeof partnerEventNames)[EventType] | 'test' | null {
  if (type === testType) return 'test';
  return Object.hasOwn(partnerEventNames, type) ? partnerEventNames[type as EventType] : null;
}

/** A test has no place among the events: it is sent once, and another one is as good. */
export function canBeSentAgain({ state, position }: Pick<Delivery, 'state' | 'position'>): boolean {
  return position !== null && state !== 'WAITING';
}

/** Whether the log changes at any moment: something was put into it that no try has ended yet. */
export function isUnderWay(deliveries: readonly Pick<Delivery, 'state' | 'attempts'>[]): boolean {
  return deliveries.some(({ state, attempts }) => state === 'WAITING' && attempts.length === 0);
}
