import {
  type CountSteps,
  type EventConditions,
  type EventFilter,
  type FoundEvent,
  type LogEnds,
  type LogHistory,
  type LogRange,
  type LogSearch,
  type Position,
  type RecordedEvent,
  type Recount,
  type StepCount,
  TooMuchToSearch,
} from '@onceover/event-store';
import {
  type AskInternal,
  answering,
  type InternalCall,
  type InternalHandler,
} from '@onceover/service-kit/internal-call';

/** The calls by which others get the history of a service's log; the contracts declare their shapes, those of `LogHistory`. */
export type LogCalls = Readonly<Record<keyof LogHistory, InternalCall>>;

type Answer<Found> = { readonly kind: 'found'; readonly found: readonly Found[] } | { readonly kind: 'too-much' };

export function answerLogCalls(calls: LogCalls, log: LogHistory): readonly InternalHandler[] {
  return [
    answering(calls.ends, () => log.ends()),
    answering(calls.lag, (input) => {
      const { after, filter } = input as { readonly after: Position; readonly filter: EventFilter };
      return log.lag(after, filter);
    }),
    ofPage(calls.events, async (range, most) => ({ events: (await log.events(range, most)).map(sent) })),
    ofPage(calls.texts, async (range, most) => ({ texts: await log.texts(range, most) })),
    ofPage(calls.recount, log.recount),
    answering(calls.search, (input) => foundBy(async () => (await log.search(input as LogSearch)).map(sent))),
    answering(calls.count, (input) => {
      const { conditions, steps } = input as { conditions: EventConditions; steps: CountSteps };
      return foundBy(() => log.count(conditions, steps));
    }),
  ];
}

function ofPage(call: InternalCall, handle: (range: LogRange, most: number) => Promise<unknown>): InternalHandler {
  return answering(call, (input) => {
    const { range, most } = input as { readonly range: LogRange; readonly most: number };
    return handle(range, most);
  });
}

/** The history of a log that another service owns. */
export function logHistoryBy(ask: AskInternal, calls: LogCalls): LogHistory {
  // What comes back was checked against the declaration of the call.
  return {
    ends: () => ask(calls.ends, {}) as Promise<LogEnds>,
    lag: (after, filter) => ask(calls.lag, { after, filter }) as ReturnType<LogHistory['lag']>,
    async events(range, most) {
      const { events } = (await ask(calls.events, { range, most })) as { events: readonly RecordedEvent[] };
      return events;
    },
    async texts(range, most) {
      return ((await ask(calls.texts, { range, most })) as { texts: readonly string[] }).texts;
    },
    async search({ conditions, ...search }) {
      return allOf((await ask(calls.search, { conditions: asked(conditions), ...search })) as Answer<FoundEvent>);
    },
    async count(conditions, { from, seconds }) {
      const steps = { from: from.toISOString(), seconds };
      return allOf((await ask(calls.count, { conditions: asked(conditions), steps })) as Answer<StepCount>);
    },
    recount: async (range, most) => (await ask(calls.recount, { range, most })) as Recount,
  };
}

function sent<Event extends RecordedEvent>(event: Event) {
  return { ...event, occurredAt: event.occurredAt.toISOString() };
}

function asked(conditions: EventConditions) {
  return { ...conditions, from: conditions.from?.toISOString(), to: conditions.to?.toISOString() };
}

async function foundBy<Found>(find: () => Promise<readonly Found[]>): Promise<Answer<Found>> {
  try {
    return { kind: 'found', found: await find() };
  } catch (error) {
    if (error instanceof TooMuchToSearch) return { kind: 'too-much' };
    throw error;
  }
}

function allOf<Found>(answer: Answer<Found>): readonly Found[] {
  if (answer.kind === 'too-much') throw new TooMuchToSearch();
  return answer.found;
}
