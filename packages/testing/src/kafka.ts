import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { canRunKafka, type KafkaServer, type KafkaServerOptions, startKafkaServer } from '@onceover/kafka-server';

/**
 * Brokers for one test that stops or kills them, with a temporary directory; three nodes if nothing else is asked for.
 *
 * Takes Java and Maven, also where the run has brokers by address or in containers: those are not the test's to stop.
 */
export async function startOwnKafka(options: Omit<KafkaServerOptions, 'dataDir'> = {}): Promise<KafkaServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'onceover-own-kafka-'));
  await using undo = new AsyncDisposableStack();
  undo.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // What measures brokers is no test, and has them as they are.
  const isBrief = 'VITEST' in process.env;
  const server = undo.use(await startKafkaServer({ nodes: 3, isBrief, ...options, dataDir }));
  const owned = undo.move();
  return { ...server, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** For `test.skip` in a `beforeEach`: whether there is nothing to start them with. CI skips nothing; there the test fails. */
export async function lacksOwnKafka(): Promise<boolean> {
  return !process.env.CI && !(await canRunKafka());
}
