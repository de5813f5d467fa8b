import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { notificationsHealth, type ServiceHealthAnswer } from '@onceover/schema/internal/service-health';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Tally } from './activity.ts';
import type { ActivityBook, MailQueue } from './colonel-overview.ts';

/** An event by references alone. */
export interface RecentEvent {
  readonly id: string;
  readonly at: Date;
  readonly log: string;
  readonly action: string;
  readonly target: string;
  readonly surface: string;
}

export interface PulseBook extends Pick<ActivityBook, 'figures' | 'wrongPassphrases'> {
  /** Events recorded in this five minutes and the last, per minute. */
  eventsPerMinute(): Promise<number>;
  /** The newest events of all logs, newest first: the ends of their indexes are read, and nothing else. */
  tail(count: number): Promise<readonly RecentEvent[]>;
}

export interface ColonelPulse {
  readonly today: Tally;
  readonly wrongPassphrases: { readonly lastHour: number; readonly hourBefore: number };
  readonly eventsPerMinute: number;
  readonly lagSeconds: number;
  readonly mailQueue: MailQueue;
  readonly tail: readonly RecentEvent[];
}

const TAIL = 10;

export interface PulsePorts {
  readonly activity: PulseBook;
  readonly ask: AskInternal;
  /** Of this service. */
  ownHealth(): Promise<ServiceHealthAnswer>;
}

/** How things stand this second. Throws `NotAuthorizedError` for everybody but colonels. */
export function colonelPulseUseCase({ activity, ask, ownHealth }: PulsePorts) {
  return async (caller: Caller): Promise<ColonelPulse> => {
    operatorOnly(caller);
    const [{ today }, wrongPassphrases, eventsPerMinute, tail, own, { consumers, mailQueue }] = await Promise.all([
      activity.figures(),
      activity.wrongPassphrases(),
      activity.eventsPerMinute(),
      activity.tail(TAIL),
      ownHealth(),
      ask(notificationsHealth, {}),
    ]);
    const lagSeconds = Math.max(0, ...[...own.consumers, ...consumers].map((consumer) => consumer.lagSeconds));
    return { today, wrongPassphrases, eventsPerMinute, lagSeconds, mailQueue, tail };
  };
}
