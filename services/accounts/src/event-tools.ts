import { createDoorbell, createPostgresEventSource } from '@onceover/event-bus';
import { eventTools, type ToolParts } from '@onceover/event-bus/cli';
import { OutageError } from '@onceover/service-kit/errors';
import type pg from 'pg';
import { composeParts } from './adapters.ts';
import type { AccountsConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { consumerLog } from './logger.ts';
import { jobsSchema } from './messaging/jobs.ts';

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export async function openAccountsEventTools(
  config: AccountsConfig,
  database: pg.PoolConfig,
  stack: AsyncDisposableStack,
): Promise<ToolParts> {
  const ask = () => Promise.reject(new OutageError('services'));
  const { pool, services } = await composeParts(config, { database, ask, doorbell: createDoorbell() }, stack);
  const logs = { secrets: 'secrets', notifications: 'notifications' };
  const source = createPostgresEventSource({ pool, schema: 'accounts', logs });
  const definitions = consumersOf(services);
  return eventTools({ pool, schema: 'accounts', jobs: jobsSchema, source, definitions, log: consumerLog });
}
