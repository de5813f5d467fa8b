import { withAdmin } from '@onceover/kafka-log';
import type { KafkaConfig } from '@onceover/kafka-log/config';
import { type Found, look, ok, worstOf, wrong } from '@onceover/process/doctor/finding';
import type { Check } from '@onceover/process/doctor/run-checks';
import { fewSettings } from '@onceover/process/health';
import { redisConfig } from '@onceover/redis-kit/config';
import { openRedis } from '@onceover/redis-kit/link';
import { isLoopback } from '@onceover/schema/site-host';
import { ConfigError } from '@onceover/service-kit/config';
import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { openKafka } from '../backing.ts';
import type { Environments } from './environments.ts';

interface Backing {
  readonly environments: Environments;
  readonly opened: readonly { readonly name: string; readonly kafka: KafkaConfig }[];
  readonly log: Logger;
  readonly stack: AsyncDisposableStack;
}

/** What the processes share. Redis is looked at where its address is given, which stands in no file for reading. */
export function backingChecks({ environments, opened, log, stack }: Backing): readonly Check[] {
  const [first] = opened;
  const redis = [...environments.values()].find(
    (given) => given.ONCEOVER_REDIS_URL !== undefined || given.ONCEOVER_REDIS_URL_FILE !== undefined,
  );
  return [
    ...(first === undefined
      ? []
      : [{ name: 'kafka', look: () => told('ONCEOVER_KAFKA_BROKERS', () => lookAtKafka(first.kafka)) }]),
    ...(redis === undefined
      ? []
      : [{ name: 'redis', look: () => told('ONCEOVER_REDIS_URL', () => lookAtRedis(redis, log, stack)) }]),
  ];
}

const KAFKA = 'A process for each service';
const REDIS = 'With Redis';

async function lookAtKafka(config: KafkaConfig): Promise<readonly Found[]> {
  const { brokers } = await withAdmin(openKafka(config, 'doctor'), (admin) => admin.describeCluster());
  const beyond = brokers.some(({ host }) => !isLoopback(host));
  const bad = [
    ...(beyond && config.isEncrypted === 'off'
      ? [
          look(
            'the connection to Kafka is not encrypted',
            'ONCEOVER_KAFKA_TLS=on, unless the network itself encrypts',
            KAFKA,
          ),
        ]
      : []),
    ...(brokers.length < config.copies
      ? [
          wrong(
            `${brokers.length} of ${config.copies} brokers are there`,
            'start the others, or check their logs',
            KAFKA,
          ),
        ]
      : []),
  ];
  return worstOf(bad, brokers.length === 1 ? '1 broker answers' : `${brokers.length} brokers answer`);
}

async function lookAtRedis(given: Environment, log: Logger, stack: AsyncDisposableStack): Promise<readonly Found[]> {
  const { address } = fewSettings(redisConfig, given);
  const redis = stack.use(await openRedis({ address, log }));
  if (!redis.isAvailable) return [wrong('Redis does not answer: limits are stricter, pages slower', 'start it', REDIS)];
  const beyond = address.nodes.some(({ host }) => !isLoopback(host));
  const lacks = [
    ...(address.isEncrypted ? [] : ['encryption (rediss://)']),
    ...(address.password === undefined ? ['a password'] : []),
  ];
  if (!beyond || lacks.length === 0) return [ok('answers')];
  return [
    look(`beyond this machine, without ${lacks.join(' and ')}`, 'ONCEOVER_REDIS_URL=rediss://user:password@…', REDIS),
  ];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What was written for whoever starts a process is good for whoever looks, too. */
async function told(setting: string, work: () => Promise<readonly Found[]>): Promise<readonly Found[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutageError) return [wrong('does not answer', `start it, or correct ${setting}`, KAFKA)];
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => wrong(problem.replace(/^ONCEOVER_\w+(=\S*)?: /, ''), `correct ${setting}`));
  }
}
