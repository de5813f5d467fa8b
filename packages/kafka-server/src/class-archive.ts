import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type DataDirectory, nodeDirectory } from './data-directory.ts';
import { formatNodes } from './format-nodes.ts';
import { freePorts } from './free-ports.ts';
import { ensureKafkaJars, type KafkaJarsOptions, type KafkaVersion } from './jars.ts';
import { findJava } from './java.ts';
import { classArchiveOf, writingArchive } from './java-options.ts';
import { kafkaNode } from './kafka-node.ts';
import type { KafkaProgram } from './kafka-program.ts';
import { writeNodeSettings } from './node-settings.ts';

/**
 * Fetches the jars and keeps the classes of a broker beside them, if they are not there: each later start takes a third of the
 * processor time less.
 *
 * Refuses  as `startKafkaServer` does
 */
export async function ensureClassArchive(version: KafkaVersion, options: KafkaJarsOptions = {}): Promise<void> {
  const java = await findJava();
  const jars = await ensureKafkaJars(version, options);
  const archive = classArchiveOf(jars);
  if (existsSync(archive)) return;
  const place = mkdtempSync(`${archive}.unfinished-`);
  try {
    const [broker = 0, controller = 0] = await freePorts(2);
    const cluster = { version, ports: [{ broker, controller }], settings: {} };
    const written = path.join(place, 'archive');
    await runBrokerIn(place, { java, jars, cluster, javaOptions: [] }, writingArchive(written));
    // A Java that keeps no classes is as good, only slower.
    if (existsSync(written)) renameSync(written, archive);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Starts a new broker, and stops it cleanly when it serves. */
async function runBrokerIn(place: string, program: KafkaProgram, javaOptions: readonly string[]): Promise<void> {
  const nodes = path.join(place, 'nodes');
  const directory: DataDirectory = { root: place, lockFile: path.join(place, 'owner.lock'), nodes };
  await formatNodes(directory, program, undefined);
  const node = nodeDirectory(nodes, 1);
  writeNodeSettings(node, program.cluster);
  const address = `127.0.0.1:${program.cluster.ports[0]?.broker}`;
  const broker = kafkaNode({ ...program, javaOptions }, node, address, () => undefined);
  await broker.start();
  await broker.stop();
}
