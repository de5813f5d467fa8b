import type { RecordedEvent } from '@onceover/event-store';
import { createLogger } from '@onceover/service-kit/logging';
import type { ConsumerDefinition, HandlerContext } from '../consumer.ts';
import {
  type ConsumerRuntimeOptions,
  createConsumerRuntime,
  type RunningConsumer,
} from '../runtime/consumer-runtime.ts';
import type { Bench } from './benches.ts';

let consumers = 0;

/** A consumer of both logs' `box.noted` that leaves each event's id as its effect, unless told otherwise. */
export function counting(bench: Bench, parts: Partial<ConsumerDefinition> = {}): ConsumerDefinition {
  return {
    name: `counter.test-${++consumers}`,
    version: 1,
    sources: ['boxes', 'crates'],
    handles: ['box.noted'],
    onError: 'park',
    async handle(events, context) {
      for (const { id } of events) await bench.effect(context, id);
    },
    ...parts,
  };
}

/** Fails on events that `isPoison` names, after its effect; for the others it leaves the id. */
export function failingOn(
  bench: Bench,
  isPoison: (event: RecordedEvent) => boolean,
): (events: readonly RecordedEvent[], context: HandlerContext) => Promise<void> {
  return async (events, context) => {
    for (const event of events) {
      await bench.effect(context, event.id);
      await context.enqueue('inspect-box', { eventId: event.id });
      if (isPoison(event)) throw new RangeError('cannot handle this one');
    }
  };
}

/** A log line as the tests read it. */
export interface Line {
  readonly level: string;
  readonly message: string;
}

/** The real logger, with its lines kept instead of written. */
export function keptLog(): { readonly lines: Line[]; readonly log: ConsumerRuntimeOptions['log'] } {
  const lines: Line[] = [];
  const log = createLogger('test');
  for (const level of ['error', 'warn'] as const) {
    log[level] = ((_fields: object, message: string) => void lines.push({ level, message })) as typeof log.error;
  }
  return { lines, log };
}

/** Runs a consumer without pauses between tries, until disposed. */
export async function running(
  bench: Bench,
  definition: ConsumerDefinition,
  options: Partial<ConsumerRuntimeOptions> = {},
): Promise<RunningConsumer & AsyncDisposable> {
  const runtime = createConsumerRuntime({
    store: bench.store,
    log: keptLog().log,
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    ...options,
  });
  const consumer = await runtime.run(definition, bench.source);
  return Object.assign(Object.create(consumer) as RunningConsumer, {
    [Symbol.asyncDispose]: () => consumer.stop(),
  });
}
