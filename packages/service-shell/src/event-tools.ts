import { createDoorbell, eventTools, type RebuildParts, type ToolParts } from '@onceover/event-bus';
import type { LogGeneration } from '@onceover/event-store';
import { createLogger } from '@onceover/service-kit/logging';
import type pg from 'pg';
import { type Foundation, openFoundation, type ServiceDefinition } from './foundation.ts';
import { transactAsOperator } from './operator-record.ts';
import type { Consumers } from './service-parts.ts';
import { sourceOf } from './start-listening.ts';

/** One handles an event, one records the outcome, and one is free for what a handler looks up. */
const CONNECTIONS = 3;

/** With what became of the work that they asked for, where it can fail later. */
type ToolConsumers = Consumers & Pick<ToolParts, 'givenUp'>;

/** A service's consumers, and the log that was opened for them. */
export interface ServiceEventTools extends RebuildParts {
  readonly generation: LogGeneration;
}

/** A service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export async function openEventTools(
  definition: Pick<ServiceDefinition, 'schema' | 'eventRules'>,
  database: pg.PoolConfig,
  stack: AsyncDisposableStack,
  consumersOf: (foundation: Foundation) => ToolConsumers | Promise<ToolConsumers>,
): Promise<ServiceEventTools> {
  const backing = { database, doorbell: createDoorbell() };
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
  return { ...parts, generation };
}
