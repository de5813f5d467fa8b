import { kafkaVersions } from '@onceover/kafka-server';
import pg from 'pg';
import type { ProofPlace } from './place.ts';

/** What the servers say of themselves. */
export async function versionsOf({ postgres, split: { backing } }: ProofPlace): Promise<Record<string, string>> {
  const client = new pg.Client(postgres.address);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  const [, redis = ''] = /redis_version:(\S+)/.exec(await backing.redis.ask('INFO server')) ?? [];
  return { PostgreSQL: rows[0]?.server_version ?? '', Kafka: kafkaVersions[0] ?? '', Redis: redis };
}
