import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { restAfter, switchedOff } from '../../domain/webhook/retries.ts';
import type { Failpoint } from '../mail/ports.ts';
import { messageOf } from './message.ts';
import type { Sent, WebhookSender } from './ports.ts';
import type { DueDeliveries, Outcome, TakenDelivery, Webhooks } from './webhooks.ts';

export interface SendPorts {
  readonly dueDeliveries: DueDeliveries;
  readonly webhooks: Pick<Webhooks, 'disable'>;
  readonly webhookSender: WebhookSender;
  /** Throws `OutageError` while the site is not up. */
  siteOrigin(): string;
  readonly failpoint: Failpoint;
  readonly webhookLog: Logger;
  /** Where chance comes from, from 0 up to 1. */
  readonly chance: () => number;
}

/** Until a delivery that could not even be tried is due again. */
const OUTAGE_REST_SECONDS = 10;

/**
 * Sends one event to one webhook, and records what became of it. While it is sent no connection to the database is held. Whoever dies
 * between the answer and the record has it sent again, under the same id. A failure of ours counts against nobody. Gives the seconds after
 * which it is due again; null: never.
 *
 * Throws  OutageError  when it could not be recorded: it is sent again once its lease is over
 * Source  events 9
 */
export function sendWebhookUseCase(ports: SendPorts) {
  const { dueDeliveries, webhooks, failpoint, webhookLog, chance } = ports;
  return async (taken: TakenDelivery): Promise<number | null> => {
    const { deliveryId, webhookId } = taken;
    await failpoint('webhook-taken');
    const sent = await tried(ports, taken);
    if (sent === null) {
      await dueDeliveries.putBack(taken, OUTAGE_REST_SECONDS);
      return OUTAGE_REST_SECONDS;
    }
    await failpoint('webhook-answered');
    const outcome = outcomeOf(taken, sent, chance());
    const failingSince = await dueDeliveries.record(taken, outcome);
    const { status, problem } = sent;
    webhookLog.debug({ deliveryId, webhookId, status, problem }, 'a webhook was tried');
    const reason = failingSince === null ? null : switchedOff(status, failingSince, taken.at);
    const isDisabled = reason !== null && (await webhooks.disable(webhookId, taken.url, reason));
    if (isDisabled) webhookLog.warn({ webhookId, reason }, 'a webhook was switched off');
    return outcome.restSeconds;
  };
}

/** Null: something of ours that is needed is not there. */
async function tried({ webhookSender, siteOrigin }: SendPorts, taken: TakenDelivery): Promise<Sent | null> {
  try {
    return await webhookSender.send(messageOf(taken, siteOrigin()));
  } catch (error) {
    if (error instanceof OutageError) return null;
    throw error;
  }
}

function outcomeOf(taken: TakenDelivery, sent: Sent, chance: number): Outcome {
  const { status, problem, durationMs } = sent;
  const attempt = { at: taken.at, durationMs, status, problem };
  if (problem === null) return { ...attempt, restSeconds: null, isCounted: true };
  if (problem === 'interrupted') return { ...attempt, restSeconds: 0, isCounted: false };
  const isTest = taken.event === null;
  return { ...attempt, restSeconds: isTest ? null : restAfter(taken.tries + 1, sent, chance), isCounted: true };
}

/** How often a process looks for what is due without being woken: what others have left, and what has rested long. */
export const LOOK_EVERY_SECONDS = 15;
/** By the clock of the database it is due then. */
const AFTERWARDS_MS = 20;

/** Deliveries in hand at once, of this process. */
const MOST = 32;
/** Of these, of webhooks at which nothing arrived last: each of them may take as long as a try may. */
const MOST_FAILING = 16;

/** Has what is due sent, without waiting for anybody. */
export interface Dispatcher extends AsyncDisposable {
  /** Something may be due: looks at once, or once more. */
  wake(): void;
  /** Takes nothing more; what is in hand goes on. */
  stop(): void;
}

/**
 * Takes what is due and sends it, so much at once and little of each webhook: whoever is slow holds up only what is theirs. It stops looking
 * where nothing is found, until it is woken; disposing waits for what is in hand.
 */
export function createDispatcher(
  { dueDeliveries, webhookLog }: Pick<SendPorts, 'dueDeliveries' | 'webhookLog'>,
  send: (taken: TakenDelivery) => Promise<number | null>,
): Dispatcher {
  const [inHand, ofFailing] = [new Set<Promise<void>>(), new Set<Promise<void>>()];
  let looking: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;

  function failed(error: unknown): void {
    webhookLog.warn({ err: error }, 'webhooks could not be sent; they are tried again');
  }

  function begin(taken: TakenDelivery): void {
    const sending = send(taken)
      .then(wakeAfter, failed)
      .finally(() => {
        inHand.delete(sending);
        ofFailing.delete(sending);
        wake();
      });
    inHand.add(sending);
    if (taken.isFailing) ofFailing.add(sending);
  }

  /** What rests longer is found by the chore. */
  function wakeAfter(restSeconds: number | null): void {
    if (restSeconds === null || restSeconds > LOOK_EVERY_SECONDS) return;
    setTimeout(wake, restSeconds * 1000 + AFTERWARDS_MS).unref();
  }

  async function look(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      const free = MOST - inHand.size;
      if (free === 0) return;
      const due = await dueDeliveries.take(free, Math.min(free, MOST_FAILING - ofFailing.size));
      for (const taken of due) begin(taken);
    }
  }

  function wake(): void {
    isWoken = true;
    looking ??= look()
      .catch(failed)
      .finally(() => {
        looking = undefined;
        if (isWoken && !isStopped) wake();
      });
  }

  return {
    wake,
    stop: () => {
      isStopped = true;
    },
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await looking;
      await Promise.all(inHand);
    },
  };
}
