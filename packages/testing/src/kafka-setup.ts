import { askBroker, canRunKafka, type KafkaVersion, kafkaVersions } from '@onceover/kafka-server';
import type { TestProject } from 'vitest/node';
import { startOwnKafka } from './kafka.ts';

/** `host:port`, or several with commas between them, of a cluster of this line of versions. */
export type TestKafka = Readonly<Partial<Record<KafkaVersion, string>>>;

declare module 'vitest' {
  export interface ProvidedContext {
    /** A broker for each version; with `ONCEOVER_TEST_KAFKA`, that of the given ones alone. Absent in other projects. */
    kafka: TestKafka | undefined;
  }
}

/** Vitest calls this once for the project that needs brokers. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.ONCEOVER_TEST_KAFKA ?? '';
  if (given !== '') {
    project.provide('kafka', await versionsOf(given.split(',').map((address) => address.trim())));
    return async () => undefined;
  }
  const { kafka, stop } = await startEach();
  project.provide('kafka', kafka);
  return stop;
}

async function startEach(): Promise<{ kafka: TestKafka; stop(): Promise<void> }> {
  const failing = new AbortController();
  const starts = kafkaVersions.map(async (version) => {
    try {
      return { version, server: await startBroker(version, failing.signal) };
    } catch (error) {
      failing.abort(error);
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(starts);
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async () => {
    await Promise.all(started.map(({ server }) => server[Symbol.asyncDispose]()));
  };
  if (failing.signal.aborted) {
    await stop();
    throw failing.signal.reason;
  }
  const kafka = Object.fromEntries(started.map(({ version, server }) => [version, server.brokers.join(',')]));
  return { kafka, stop };
}

/** From jars, or from Kafka's image where there is no Java to run them with. */
async function startBroker(version: KafkaVersion, signal: AbortSignal) {
  if (await canRunKafka()) return startOwnKafka({ version, nodes: 1, signal });
  process.stdout.write(
    `Kafka ${version} runs in a container. Tests that stop brokers take Java and Maven, and are skipped.\n`,
  );
  const { startKafkaContainer } = await import('./kafka-container.ts');
  return startKafkaContainer(version);
}

const FETCH = 1;

/** Which line a broker is of: 4.0 took out the first versions of the requests that all clients had left behind. */
async function versionsOf(addresses: readonly string[]): Promise<TestKafka> {
  const found: Partial<Record<KafkaVersion, string>> = {};
  for (const address of addresses) {
    const { apiVersions } = await askBroker(address, { withinMs: 10_000 }).catch((cause: unknown) => {
      const message = `ONCEOVER_TEST_KAFKA names ${address}, and no broker answers there. Write host:port, with commas between several.`;
      throw new Error(message, { cause });
    });
    const version = (apiVersions.get(FETCH)?.min ?? 0) >= 4 ? '4.3.1' : '3.9.2';
    found[version] = found[version] === undefined ? address : `${found[version]},${address}`;
  }
  return found;
}
