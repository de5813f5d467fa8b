import { migrateSchema } from '@onceover/postgres-kit/migrate';
import type pg from 'pg';
import * as eventLog from '../../../migrations/20261121T160000_event_log.ts';
import * as keyEpochs from '../../../migrations/20261121T160100_key_epochs.ts';
import * as secrets from '../../../migrations/20261121T160200_secrets.ts';
import * as secretFunctions from '../../../migrations/20261121T160300_secret_functions.ts';
import * as passphraseAttempts from '../../../migrations/20261121T160400_passphrase_attempts.ts';
import * as keyGrants from '../../../migrations/20261121T160500_key_grants.ts';
import * as ownedSecrets from '../../../migrations/20261121T200000_owned_secrets.ts';
import * as deliveries from '../../../migrations/20261121T200100_deliveries.ts';
import * as mailQuotas from '../../../migrations/20261121T200200_mail_quotas.ts';
import * as planLimits from '../../../migrations/20261121T200300_plan_limits.ts';
import * as incoming from '../../../migrations/20261121T200400_incoming.ts';
import * as countedAttempts from '../../../migrations/20261121T200500_counted_attempts.ts';
import * as statistics from '../../../migrations/20261121T200600_statistics.ts';
import * as consumers from '../../../migrations/20261121T200700_consumers.ts';

/** The role the service works as. It owns nothing and cannot change or delete an event. */
export const appRole = 'onceover_secrets';

/** In order; named by their files, which are never renamed. Listed, so that a bundle carries them. */
const migrations = {
  '20261121T160000_event_log': eventLog,
  '20261121T160100_key_epochs': keyEpochs,
  '20261121T160200_secrets': secrets,
  '20261121T160300_secret_functions': secretFunctions,
  '20261121T160400_passphrase_attempts': passphraseAttempts,
  '20261121T160500_key_grants': keyGrants,
  '20261121T200000_owned_secrets': ownedSecrets,
  '20261121T200100_deliveries': deliveries,
  '20261121T200200_mail_quotas': mailQuotas,
  '20261121T200300_plan_limits': planLimits,
  '20261121T200400_incoming': incoming,
  '20261121T200500_counted_attempts': countedAttempts,
  '20261121T200600_statistics': statistics,
  '20261121T200700_consumers': consumers,
} as const;

/** Brings schema `secrets` up to date. */
export async function migrate(database: pg.PoolConfig): Promise<void> {
  await migrateSchema(database, { schema: 'secrets', appRole, migrations });
}
