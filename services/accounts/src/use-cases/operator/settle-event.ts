import type { Caller } from '@onceover/schema/caller';
import { provenOperatorOnly } from '@onceover/schema/colonel-proof';
import { isConfirmedBy } from '@onceover/schema/confirmation';
import type { LogName } from '@onceover/schema/events/logs';
import { settleEventIn } from '@onceover/schema/internal/service-health';
import { isId } from '@onceover/service-kit/ids';
import { EventNotSettled } from '../../domain/account/account-errors.ts';
import { type OperatorWish, recordAction } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';

export interface EventWish {
  readonly service: LogName;
  /** With its version. */
  readonly consumer: string;
  readonly eventId: string;
  readonly action: 'retry' | 'discard' | 'skip';
}

const recorded = { retry: 'event_retried', discard: 'event_discarded', skip: 'event_skipped' } as const;
const LONGEST_NAME = 100;

/**
 * Has an event handled again, counts it as handled, or lets a halted consumer pass it. That it was asked for is recorded
 * before, so that nothing is done that the audit trail does not tell; a try that fails is there as well.
 *
 * Refuses  account.reauthentication-required, account.wrong-confirmation, account.event-not-settled;
 *          `NotAuthorizedError` for everybody but colonels
 */
export function settleEventUseCase({ events, clock, ask }: Pick<AccountPorts, 'events' | 'clock' | 'ask'>) {
  return async (
    { confirmation, reasonCode, ...wish }: EventWish & Omit<OperatorWish, 'id'>,
    caller: Caller,
  ): Promise<string> => {
    const operator = provenOperatorOnly(caller, clock.now(), isConfirmedBy(confirmation, wish.eventId));
    if (!isId(wish.eventId) || wish.consumer.length > LONGEST_NAME) throw new EventNotSettled('there is no such event');
    const action = { action: recorded[wish.action], targetKind: 'event', targetRef: wish.eventId, reasonCode };
    await recordAction({ events }, operator, action);
    const { service, ...event } = wish;
    const settled = await ask(settleEventIn(service), event);
    if (settled.kind === 'impossible') throw new EventNotSettled(settled.reason);
    return wish.eventId;
  };
}
