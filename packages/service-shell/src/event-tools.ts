import {
  createDoorbell,
  type EventToolsOptions,
  eventTools,
  type RebuildParts,
  type ToolParts,
} from '@onceover/event-bus';
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
  const foundation = await openFoundation(
    { ...definition, connections: CONNECTIONS, setAside: { rebuild: 1 } },
    backing,
    stack,
  );
  const { name, eventRules, generation, pool, jobsSchema, poolFor } = foundation;
  const { definitions, givenUp } = await consumersOf(foundation);
  eventRules.checkConsumers(definitions);
  const log = createLogger(`${name}.consumers`);
  const parts = eventTools({
    pool,
    openSession: () => poolFor('rebuild'),
    schema: name,
    jobs: jobsSchema,
    source: sourceOf(
      { name, pool, definitions },
      { onError: (err) => log.warn({ err }, 'an event log could not be read') },
    ),
    definitions,
    log,
    read: eventRules.read,
    ...(givenUp === undefined ? {} : { givenUp }),
    ...recordOf(foundation),
  });
  return { ...parts, generation };
}

/** What is done from the command line is an operator's event in the service's log, as far as the service has such events. */
function recordOf(foundation: Foundation): Pick<EventToolsOptions, 'record'> {
  if (foundation.eventRules.operators === undefined) return {};
  return {
    record: (doing) => (work) => transactAsOperator(foundation, doing, work),
  };
}
