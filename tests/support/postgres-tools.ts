/** The directory of `pg_dump`, `pg_restore` and `psql`, as `npm test` found it. */
export function postgresTools(): string {
  const { POSTGRES_TOOLS } = process.env;
  if (POSTGRES_TOOLS) return POSTGRES_TOOLS;
  throw new Error(
    'There is no client of PostgreSQL 18 or newer. Install it, and name the directory of its programs in POSTGRES_TOOLS; npm test fetches one.',
  );
}
