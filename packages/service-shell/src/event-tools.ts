import { createDoorbell, eventTools, type RebuildParts, type ToolParts } from '@onceover/event-bus';
import type { LogGeneration } from '@onceover/event-store';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import { createLogger } from '@onceover/service-kit/logging';
import { type Backing, type Foundation, openFoundation, type ServiceDefinition } from './foundation.ts';
import { transactAsOperator } from './operator-record.ts';
import { answersAboutLog } from './own-history.ts';
import type { Consumers } from './service-parts.ts';
import { sourceOf } from './start-listening.ts';

/** One handles an event, one records the outcome, and one is free for what a handler looks up. */
const CONNECTIONS = 3;

/** With what became of the work that they asked for, where it can fail later. */
type ToolConsumers = Consumers & Pick<ToolParts, 'givenUp'>;

/** A service's consumers, and the log that was opened for them. */
export interface ServiceEventTools extends RebuildParts {
  readonly generation: LogGeneration;
  /** What answers about the history of the service's own log, for logs that are asked of their owners. */
  readonly internal: readonly InternalHandler[];
}

/** Where the tools of a service work: on its migrated database, while it may be running. */
export type ToolBacking = Pick<Backing, 'database' | 'logs'>;

/** A service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export async function openEventTools(
  definition: Pick<ServiceDefinition, 'schema' | 'eventRules'>,
  { database, logs }: ToolBacking,
  stack: AsyncDisposableStack,
  consumersOf: (foundation: Foundation) => ToolConsumers | Promise<ToolConsumers>,
): Promise<ServiceEventTools> {
  const backing = { database, logs, doorbell: createDoorbell() };
  const limited = { ...definition, connections: CONNECTIONS, setAside: { rebuild: 1 } };
  const foundation = await openFoundation(limited, backing, stack);
  const { name, eventRules, generation, pool, poolFor } = foundation;
  const { definitions, givenUp } = await consumersOf(foundation);
  eventRules.checkConsumers(definitions);
  const log = createLogger(`${name}.consumers`);
  const onError = (err: unknown) => log.warn({ err }, 'an event log could not be read');
  const parts = eventTools({
    pool,
    openSession: () => poolFor('rebuild'),
    schema: name,
    source: sourceOf(foundation, { definitions }, { pool, onError }),
    definitions,
    log,
    read: eventRules.read,
    givenUp,
    record: eventRules.operators && ((doing) => (work) => transactAsOperator(foundation, doing, work)),
  });
  return { ...parts, generation, internal: answersAboutLog(foundation, pool) };
}
