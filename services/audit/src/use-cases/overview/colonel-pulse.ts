import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { notificationsHealth, type ServiceHealthAnswer } from '@onceover/schema/internal/service-health';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { ActivityBook } from './colonel-overview.ts';

/** An event by references alone. */
export interface RecentEvent {
  readonly id: string;
  readonly at: Date;
  readonly log: string;
  readonly action: string;
  readonly target: string;
  readonly surface: string;
}

export interface ActivityRate {
  /** Events recorded in this five minutes and the last, per minute. */
  eventsPerMinute(): Promise<number>;
}

const TAIL = 10;

export interface PulsePorts {
  readonly activity: ActivityRate & Pick<ActivityBook, 'figures' | 'wrongPassphrases'>;
  /** The newest events of all logs, newest first. */
  newestEvents(most: number): Promise<readonly RecentEvent[]>;
  readonly ask: AskInternal;
  ownHealth(): Promise<ServiceHealthAnswer>;
}

/** How things stand this second. Throws `NotAuthorizedError` for everybody but colonels. */
export function colonelPulseUseCase({ activity, newestEvents, ask, ownHealth }: PulsePorts) {
  return async (caller: Caller) => {
    operatorOnly(caller);
    const [{ today }, wrongPassphrases, eventsPerMinute, tail, own, { consumers, mailQueue }] = await Promise.all([
      activity.figures(),
      activity.wrongPassphrases(),
      activity.eventsPerMinute(),
      newestEvents(TAIL),
      ownHealth(),
      ask(notificationsHealth, {}),
    ]);
    const lagSeconds = Math.max(0, ...[...own.consumers, ...consumers].map((consumer) => consumer.lagSeconds));
    return { today, wrongPassphrases, eventsPerMinute, lagSeconds, mailQueue, tail };
  };
}
