import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connectionString } from '@onceover/postgres-server';
import { startOwnServer } from '@onceover/testing/database';
import { startOwnKafka } from '@onceover/testing/kafka';
import { startTestRedis } from '@onceover/testing/redis';

/** What the chart takes by address. */
export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly brokers: string;
  /** The directory of PostgreSQL's socket, by where containers are to see it. */
  readonly besides: ReadonlyMap<string, string>;
}

const SOCKETS = '/run/postgresql';

/** Starts PostgreSQL, Redis and Kafka; `stack` stops them. */
export async function startServers(stack: AsyncDisposableStack): Promise<Servers> {
  const [postgres, redis, kafka] = await Promise.all([
    startOwnServer({ max_connections: '200' }),
    startTestRedis(),
    startOwnKafka({ nodes: 1 }),
  ]);
  for (const server of [postgres, redis, kafka]) stack.use(server);
  admitAnybody(postgres.address.host);
  return {
    databaseUrl: connectionString({ ...postgres.address, host: SOCKETS }),
    redisUrl: redis.url,
    brokers: kafka.brokers.join(','),
    besides: new Map([[SOCKETS, postgres.address.host]]),
  };
}

/** The server of tests admits the user who runs them; containers have another. */
function admitAnybody(sockets: string): void {
  const cluster = path.join(path.dirname(sockets), 'cluster');
  writeFileSync(path.join(cluster, 'pg_hba.conf'), 'local all all trust\n');
  const [pid] = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGHUP');
  chmodSync(sockets, 0o755);
  chmodSync(path.join(sockets, '.s.PGSQL.5432'), 0o777);
}
