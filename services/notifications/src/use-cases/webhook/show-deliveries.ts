import type { Caller } from '@onceover/schema/caller';
import { testType, webhookTest } from '@onceover/schema/events/cloud-event';
import { partnerEvents } from '@onceover/schema/events/partner-view';
import { isId, newId } from '@onceover/service-kit/ids';
import { TooManyTests, testsPerHour, UnknownWebhook } from '../../domain/webhook/webhook.ts';
import { ForgottenPosition, positionIn, UnknownPosition } from '../partner/follow-events.ts';
import { type ManagePorts, ownWebhook, readerOnly } from './manage-webhooks.ts';
import type { DeliveriesWanted, Delivery, DeliveryLog, DeliveryPlace, PartnerRange, Webhook } from './webhooks.ts';

export interface LogPorts extends Pick<ManagePorts, 'webhooks' | 'wakeDispatcher'> {
  readonly deliveryLog: DeliveryLog;
}

export interface WantedPage extends Pick<DeliveriesWanted, 'state'> {
  /** A number outside 1 to 100 is moved to the nearest. */
  readonly first: number;
  readonly after: string | null;
  readonly search: string | null;
}

export interface DeliveriesPage {
  readonly nodes: readonly Delivery[];
  readonly endCursor: string | null;
}

const MOST_AT_ONCE = 100;

/** The CloudEvents type of each in the catalogue. */
const shownTypes = new Map([
  ...partnerEvents.map(({ row, type }) => [row.type, type] as const),
  [testType, webhookTest.shape.type.value],
]);

export const shownTypeOf = (type: string): string => shownTypes.get(type) ?? type;

/** The log of a webhook that the caller was shown, newest first. What is no place in it has nothing after it. */
export function listWebhookLogUseCase({ deliveryLog }: Pick<LogPorts, 'deliveryLog'>) {
  return async ({ webhookId }: Webhook, { first, after, state, search }: WantedPage): Promise<DeliveriesPage> => {
    const place = after === null ? null : placeIn(after);
    if (after !== null && place === null) return { nodes: [], endCursor: null };
    const most = Math.min(Math.max(first, 1), MOST_AT_ONCE);
    const wanted = { first: most + 1, after: place, state, search: searchIn(search) };
    const found = await deliveryLog.page(webhookId, wanted);
    const nodes = found.slice(0, most);
    const last = found.length > most ? nodes.at(-1)?.place : undefined;
    return { nodes, endCursor: last === undefined ? null : cursorOf(last) };
  };
}

const cursorOf = ({ created, deliveryId }: DeliveryPlace): string =>
  Buffer.from(`${created} ${deliveryId}`).toString('base64url');

function placeIn(cursor: string): DeliveryPlace | null {
  const [created = '', deliveryId = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return /^\d{1,17}$/.test(created) && isId(deliveryId) ? { created, deliveryId } : null;
}

/** A part of a type as people see it finds the type of the catalogue. */
function searchIn(search: string | null): string | null {
  const text =
    search
      ?.trim()
      .toLowerCase()
      .replace(/^io\.onceover\./, '') ?? '';
  return text === '' ? null : text;
}

/**
 * Sends an event that nothing has happened for, once, also where the webhook is paused or switched off.
 *
 * Refuses  webhook.unknown, account.too-many-tries; `NotAuthorizedError` as for all that is done to webhooks
 */
export function testWebhookUseCase(ports: LogPorts) {
  return async (webhookId: string, caller: Caller): Promise<Delivery> => {
    await ownWebhook(ports, webhookId, caller);
    const test = { deliveryId: newId(), eventId: newId() };
    const rest = await ports.deliveryLog.test(webhookId, test, testsPerHour);
    if (rest !== null) throw new TooManyTests(rest);
    ports.wakeDispatcher();
    return await deliveryOf(ports, webhookId, test.deliveryId);
  };
}

/** Refuses  webhook.unknown, events.forgotten-position; `NotAuthorizedError` as for all that is done to webhooks */
export function redeliverWebhookUseCase(ports: LogPorts) {
  return async (webhookId: string, deliveryId: string, caller: Caller): Promise<Delivery> => {
    await ownWebhook(ports, webhookId, caller);
    await deliveryOf(ports, webhookId, deliveryId);
    if (!(await ports.deliveryLog.sendAgain(deliveryId))) throw new ForgottenPosition();
    ports.wakeDispatcher();
    return await deliveryOf(ports, webhookId, deliveryId);
  };
}

async function deliveryOf({ deliveryLog }: LogPorts, webhookId: string, deliveryId: string): Promise<Delivery> {
  const delivery = isId(deliveryId) ? await deliveryLog.find(webhookId, deliveryId) : null;
  if (delivery === null) throw new UnknownWebhook();
  return delivery;
}

export interface ReplayWish {
  readonly webhookId: string;
  /** Positions; null: from the oldest that is kept, to the newest. */
  readonly after: string | null;
  readonly upTo: string | null;
  /** What had arrived is left out. */
  readonly failedOnly: boolean;
}

/**
 * Sends what is kept of a range again, also what came before the webhook was made; only the types that it wants. Gives how many they are.
 *
 * Refuses  webhook.unknown, events.unknown-position, events.forgotten-position; `NotAuthorizedError` as for all, and for tokens
 *          without the scope `events-read`
 */
export function replayWebhookUseCase(ports: LogPorts) {
  return async ({ webhookId, after, upTo, failedOnly }: ReplayWish, caller: Caller): Promise<number> => {
    readerOnly(caller);
    const { webhook } = await ownWebhook(ports, webhookId, caller);
    const kept = await ports.deliveryLog.rangeOf(webhook.partnerRef);
    const range = { after: positionIn(after) ?? kept.cut, upTo: positionIn(upTo), failedOnly };
    refuseOutside(kept, range);
    const count = await ports.deliveryLog.replay(webhookId, range);
    ports.wakeDispatcher();
    return count;
  };
}

function refuseOutside({ position, cut }: PartnerRange, { after, upTo }: { after: number; upTo: number | null }): void {
  if (Math.max(after, upTo ?? 0) > position) throw new UnknownPosition();
  if (after < cut) throw new ForgottenPosition();
}
