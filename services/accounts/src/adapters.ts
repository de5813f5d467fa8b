import { createPostgresEventStore, knexOn } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { createDatabaseClock } from '@onceover/service-kit/clock';
import type pg from 'pg';
import { openAccountKeys } from './adapters/crypto/account-keys.ts';
import { createSubjectCipher } from './adapters/crypto/subject-cipher.ts';
import { checkKeys, hasKeys } from './adapters/postgres/key-check.ts';
import { appRole } from './adapters/postgres/migrate.ts';
import { createSubjectVault } from './adapters/postgres/subject-vault.ts';
import { accountPortsOf } from './compose-account.ts';
import { domainPortsOf } from './compose-domains.ts';
import { plansOf } from './compose-plans.ts';
import { tokenPortsOf } from './compose-tokens.ts';
import { usagePortsOf } from './compose-usage.ts';
import type { AccountsConfig } from './config.ts';
import type { AccountsDependencies, Foundation } from './foundation.ts';
import { removeDomainsOfUseCase } from './use-cases/domain/remove-domain.ts';
import type { ServicePorts } from './use-cases/use-cases.ts';

/** Everything the verbs work with. */
export interface AccountsParts extends Foundation {
  readonly services: ServicePorts;
}

/** Makes the adapters; `stack` stops them in reverse order. */
export async function composeParts(
  config: AccountsConfig,
  deps: AccountsDependencies,
  stack: AsyncDisposableStack,
): Promise<AccountsParts> {
  const pool = stack.adopt(
    openAppPool(deps.database, { role: appRole, name: 'onceover accounts', max: config.connections }),
    (open) => open.end(),
  );
  const events = createPostgresEventStore({
    pool,
    schema: 'accounts',
    service: 'accounts',
    onCommitted: deps.doorbell.ring,
  });
  await events.openLog();
  const keys = await openAccountKeys(config.keysDir, config.kek, { isBegun: await hasKeys(pool) });
  await checkKeys(pool, keys.fingerprint);
  const clock = deps.clock ?? stack.use(await createDatabaseClock(() => databaseNow(pool)));
  const vault = createSubjectVault(pool, createSubjectCipher(keys));
  const foundation: Foundation = { config, deps, pool, knex: knexOn(pool), events, keys, clock, vault };
  return { ...foundation, services: servicesOf(foundation) };
}

function servicesOf(foundation: Foundation): ServicePorts {
  const domains = domainPortsOf(foundation);
  const account = accountPortsOf(foundation, [removeDomainsOfUseCase(domains)]);
  return {
    account,
    plans: plansOf(foundation.config),
    domains,
    tokens: tokenPortsOf(foundation, account.book),
    usage: usagePortsOf(foundation),
  };
}

async function databaseNow(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (row === undefined) throw new TypeError('the database told no time');
  return row.now;
}
