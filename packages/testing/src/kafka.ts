import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KafkaServer, type KafkaServerOptions, startKafkaServer } from '@onceover/kafka-server';

/**
 * Brokers for one test that stops or kills them, with a temporary directory; three nodes if nothing else is asked for.
 *
 * Needs Java and Maven, also where the run was given the addresses of brokers: those are not the test's to stop.
 */
export async function startOwnKafka(options: Omit<KafkaServerOptions, 'dataDir'> = {}): Promise<KafkaServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'onceover-own-kafka-'));
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = undo.use(await startKafkaServer({ nodes: 3, ...options, dataDir }));
  const owned = undo.move();
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
