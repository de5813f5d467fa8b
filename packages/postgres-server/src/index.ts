export type { PostgresAddress } from './address.ts';
export { connectionString, parseConnectionString } from './address.ts';
export { PostgresServerError, type PostgresServerProblem } from './errors.ts';
export { findOwnCluster, type OwnCluster } from './own-cluster.ts';
export { hasDatabase, placeCluster } from './place-cluster.ts';
export { findRunningServer } from './running-server.ts';
export { type PostgresServer, type PostgresServerOptions, startPostgresServer } from './start-postgres-server.ts';
