import { watermarkAge } from '@onceover/event-bus';
import { relaySchemaOf } from '@onceover/event-store';
import { withClient } from '@onceover/postgres-kit/app-connection';
import { checkServer } from '@onceover/postgres-kit/check-server';
import type { PostgresAddress } from '@onceover/postgres-server';
import { addressFrom, databaseUrl } from '@onceover/process/database';
import { openTelemetry, telemetrySettings } from '@onceover/process/telemetry';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { siteHost } from '@onceover/schema/settings';
import { ConfigError, defineConfig, loadConfig } from '@onceover/service-kit/config';
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
  ...telemetrySettings,
});

/**
 * Publishes logs as a process of its own. Several of them stand by for each other, log by log; the services' settings say
 * ONCEOVER_RELAY=apart then.
 */
export async function startRelayProcess(env: NodeJS.ProcessEnv, log: Logger): Promise<RunningProcess> {
  const config = loadConfig({ relay: relayConfig, kafka: backingConfig.kafka }, env);
  const database = addressFrom(config.relay.databaseUrl);
  await using stack = new AsyncDisposableStack();
  const { telemetry, show } = await openTelemetry(config.relay, { name: 'relay', log, stack });
  await checkServer(database);
  const names = namesOf(config.relay.logs).filter(isLogName);
  await requireLogs(database, names);
  const kafka = openKafka(config.kafka, 'relay');
  await makeTopics(kafka, config.kafka, log);
  const relays = await Promise.all(
    names.map((name) => openRelay({ kafka, config: config.kafka, database, log: name, telemetry }, stack)),
  );
  const readiness = async (): Promise<Readiness> => {
    const failing = (await Promise.all(relays.map((relay) => relay.report()))).find(({ state }) => state === 'failing');
    if (failing === undefined) return { isReady: true };
    return { isReady: false, reason: `${failing.log}: ${failing.failure ?? 'it cannot be published'}` };
  };
  const events = { consumers: () => relayReports(relays), watermarkAge: () => watermarkAge(database) };
  await show({ log, readiness, events }, stack);
  const owned = stack.move();
  return { url: names.join(','), readiness, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** A log, and the place where its relay notes how far it is, are made by the service whose log it is. */
async function requireLogs(database: PostgresAddress, names: readonly LogName[]): Promise<void> {
  const places = names.map((name) => `${relaySchemaOf(name)}.checkpoints`);
  const { rows } = await withClient(database, (client) =>
    client.query<{ at: string }>(
      'select ordinality::int as at from unnest($1::text[]) with ordinality as place where to_regclass(place) is null',
      [places],
    ),
  );
  const missing = rows.map(({ at }) => names[Number(at) - 1]);
  if (missing.length === 0) return;
  throw new ConfigError([
    `ONCEOVER_RELAY_LOGS: this database has no log of ${missing.join(', ')}: start those services first, which make them, or name only the logs that are in it`,
  ]);
}
