import { createPostgresEventSource } from '@onceover/event-bus';
import { eventTools, type ToolParts } from '@onceover/event-bus/cli';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import type pg from 'pg';
import { appRole } from './adapters/postgres/schema.ts';
import { serviceLog } from './logger.ts';
import { mailConsumer } from './messaging/on-delivery-requested.ts';

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export function openNotificationsEventTools(database: pg.PoolConfig, stack: AsyncDisposableStack): ToolParts {
  const pool = stack.adopt(
    openAppPool(database, { role: appRole, name: 'onceover notifications tools', max: 2 }),
    (open) => open.end(),
  );
  const source = createPostgresEventSource({
    pool,
    schema: 'notifications',
    logs: { secrets: 'secrets', accounts: 'accounts' },
  });
  return eventTools({ pool, schema: 'notifications', source, definitions: [mailConsumer], log: serviceLog });
}
