import { createPostgresEventSource } from '@onceover/event-bus';
import { eventTools, type ToolParts } from '@onceover/event-bus/cli';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import type pg from 'pg';
import { appRole } from './adapters/postgres/migrate.ts';
import { consumerLog } from './logger.ts';
import { onDeliveryEnded } from './messaging/on-delivery-ended.ts';
import { onPlanChanged } from './messaging/on-plan-changed.ts';

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export function openSecretsEventTools(database: pg.PoolConfig, stack: AsyncDisposableStack): ToolParts {
  const pool = stack.adopt(openAppPool(database, { role: appRole, name: 'onceover secrets tools', max: 2 }), (open) =>
    open.end(),
  );
  const source = createPostgresEventSource({
    pool,
    schema: 'secrets',
    logs: { accounts: 'accounts', notifications: 'notifications' },
  });
  const definitions = [onPlanChanged, onDeliveryEnded];
  return eventTools({ pool, schema: 'secrets', source, definitions, log: consumerLog });
}
