import { watermarkAge } from '@onceover/event-bus';
import { checkServer } from '@onceover/postgres-kit/check-server';
import { addressFrom, databaseUrl } from '@onceover/process/database';
import { metricsSettings, startMetrics } from '@onceover/process/metrics';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { siteHost } from '@onceover/schema/settings';
import { defineConfig, loadConfig } from '@onceover/service-kit/config';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import { z } from 'zod';
import { backingConfig, makeTopics, openKafka, openRelay, relayReports } from './backing.ts';
import type { RunningProcess } from './service-process.ts';

const isLogName = (name: string): name is LogName => (logNames as readonly string[]).includes(name);

const namesOf = (text: string) => text.split(',').map((name) => name.trim());

/** The settings of a process that publishes logs and does nothing else. */
export const relayConfig = defineConfig({
  databaseUrl: { ...databaseUrl, doc: 'PostgreSQL database that has the logs.' },
  logs: {
    env: 'ONCEOVER_RELAY_LOGS',
    schema: z
      .string()
      .refine((text) => namesOf(text).every(isLogName), `name logs among ${logNames.join(', ')}, with commas between`),
    default: logNames.join(','),
    doc: 'The logs that this process publishes to Kafka, with commas between: those in its database.',
  },
  siteHost,
  ...metricsSettings,
});

/**
 * Publishes logs as a process of its own. Several of them stand by for each other, log by log; the services' settings say
 * ONCEOVER_RELAY=apart then.
 */
export async function startRelayProcess(env: NodeJS.ProcessEnv, log: Logger): Promise<RunningProcess> {
  const config = loadConfig({ relay: relayConfig, kafka: backingConfig.kafka }, env);
  const database = addressFrom(config.relay.databaseUrl);
  await using stack = new AsyncDisposableStack();
  await checkServer(database);
  const kafka = openKafka(config.kafka, 'relay');
  await makeTopics(kafka, config.kafka, log);
  const names = namesOf(config.relay.logs).filter(isLogName);
  const relays = await Promise.all(
    names.map((name) => openRelay({ kafka, config: config.kafka, database, log: name }, stack)),
  );
  const readiness = async (): Promise<Readiness> => {
    const failing = (await Promise.all(relays.map((relay) => relay.report()))).find(({ state }) => state === 'failing');
    if (failing === undefined) return { isReady: true };
    return { isReady: false, reason: `${failing.log}: ${failing.failure ?? 'it cannot be published'}` };
  };
  const { metricsHost: host, metricsPort: port } = config.relay;
  if (port !== undefined) {
    const sources = {
      log,
      readiness,
      consumers: () => relayReports(relays),
      watermarkAge: () => watermarkAge(database),
    };
    stack.use(await startMetrics({ host, port }, sources));
  }
  const owned = stack.move();
  return { url: names.join(','), readiness, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
