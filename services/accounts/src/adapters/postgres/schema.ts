import { eventLogFunctions } from '@onceover/event-store';
import type { SchemaDefinition } from '@onceover/postgres-kit/migrate';
import { readSqlObjects } from '@onceover/postgres-kit/sql-objects';
import { logReaderRole } from '@onceover/schema/events/logs';
import { endingsOf } from '@onceover/schema/events/retention';
import { release } from '@onceover/schema/release';
import * as events from '../../../migrations/20261122T090000_events.ts';
import * as jobs from '../../../migrations/20261122T090100_jobs.ts';
import * as accounts from '../../../migrations/20261122T090200_accounts.ts';
import * as sessions from '../../../migrations/20261122T090300_sessions.ts';
import * as domains from '../../../migrations/20261122T090400_domains.ts';
import * as apiTokens from '../../../migrations/20261122T090500_api_tokens.ts';
import * as relay from '../../../migrations/20261125T090000_relay.ts';
import * as tokenNetworks from '../../../migrations/20261127T110000_token_networks.ts';
import * as importedAccounts from '../../../migrations/20261127T200000_imported_accounts.ts';
import * as passkeys from '../../../migrations/20261127T220000_passkeys.ts';

const owner = {
  schema: 'accounts',
  appRole: 'onceover_accounts',
  retentionRole: 'onceover_retention',
  readerRole: logReaderRole,
} as const;

/**
 * Schema `accounts` and the role the service works as, which owns nothing and cannot change or delete an event.
 * Migrations are in order and named after their files, which are never renamed; listed, so that a bundle includes them.
 */
export const accountsSchema = {
  ...owner,
  release,
  migrations: {
    '20261122T090000_events': events,
    '20261122T090100_jobs': jobs,
    '20261122T090200_accounts': accounts,
    '20261122T090300_sessions': sessions,
    '20261122T090400_domains': domains,
    '20261122T090500_api_tokens': apiTokens,
    '20261125T090000_relay': relay,
    '20261127T110000_token_networks': tokenNetworks,
    '20261127T200000_imported_accounts': importedAccounts,
    '20261127T220000_passkeys': passkeys,
  },
  objects: [
    ...eventLogFunctions({ ...owner, partitioned: false, endings: endingsOf('accounts') }),
    ...readSqlObjects(new URL('./sql/', import.meta.url)),
  ],
} satisfies SchemaDefinition;
