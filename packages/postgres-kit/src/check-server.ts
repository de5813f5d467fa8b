import { onlyRow } from '@onceover/event-store';
import { ConfigError } from '@onceover/service-kit/config';
import type pg from 'pg';
import { withClient } from './app-connection.ts';
import { outageReason } from './outage-reason.ts';

const OLDEST_MAJOR = 17;

interface ServerFacts {
  /** As PostgreSQL counts, such as 170004. */
  readonly version: number;
  readonly name: string;
  readonly role: string;
  readonly database: string;
  readonly makesRoles: boolean;
  readonly makesSchemas: boolean;
}

const FACTS = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
    current_user as role, current_database() as database, rolsuper or rolcreaterole as "makesRoles",
    has_database_privilege(current_database(), 'create') as "makesSchemas"
  from pg_roles where rolname = current_user`;

/**
 * Asks a server that somebody else runs whether the services can work on it, before anything is changed there.
 *
 * Refuses  ConfigError, a sentence for each problem; never with the password
 */
export async function checkServer(database: pg.PoolConfig): Promise<void> {
  const problems = problemsOf(await factsOf(database));
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `ONCEOVER_DATABASE_URL: ${problem}`));
}

/** A server that is there answers at once; an address that leads nowhere would keep whoever starts waiting for minutes. */
const ANSWER_MS = 10_000;

async function factsOf(database: pg.PoolConfig): Promise<ServerFacts> {
  const patient = { connectionTimeoutMillis: ANSWER_MS, ...database };
  try {
    return await withClient(patient, async (client) => onlyRow(await client.query<ServerFacts>(FACTS)));
  } catch (error) {
    const { code, message, meaning } = outageReason(error);
    const reason =
      REASONS[code ?? ''] ??
      `PostgreSQL cannot be asked: ${meaning} (${code ?? message}); start it or correct the address`;
    throw new ConfigError([`ONCEOVER_DATABASE_URL: ${reason}`]);
  }
}

/** By the codes of the system and the SQLSTATEs of PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this host and port; start PostgreSQL or correct the address',
  ENOTFOUND: 'the host name cannot be resolved; correct the address',
  ENOENT: 'there is no socket in this directory; start PostgreSQL or correct the address',
  '28P01': 'the user or the password is wrong',
  '28000': 'PostgreSQL does not admit this user from here; add a line to its pg_hba.conf',
  '3D000': 'this database does not exist; create it first',
};

/** A sentence for each reason why the services cannot work there. */
export function problemsOf(facts: ServerFacts): readonly string[] {
  const { version, name, role, database, makesRoles, makesSchemas } = facts;
  return [
    ...(Math.floor(version / 10_000) < OLDEST_MAJOR
      ? [`the server is PostgreSQL ${name}; version ${OLDEST_MAJOR} or newer is needed`]
      : []),
    ...(makesRoles ? [] : [`the role ${role} may not create roles; run: alter role "${role}" createrole`]),
    ...(makesSchemas
      ? []
      : [`the role ${role} may not create schemas; run: grant create on database "${database}" to "${role}"`]),
  ];
}
