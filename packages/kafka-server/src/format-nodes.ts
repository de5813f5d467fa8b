import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { type DataDirectory, type NodeDirectory, nodeDirectory } from './data-directory.ts';
import { KafkaServerError } from './errors.ts';
import { javaArguments, type KafkaProgram, reasonIn } from './kafka-program.ts';
import { writeNodeSettings } from './node-settings.ts';

/** Formats every node of a new cluster, next to their place, and moves them there when all are complete. */
export async function formatNodes(
  { nodes }: DataDirectory,
  program: KafkaProgram,
  signal: AbortSignal | undefined,
): Promise<void> {
  const unfinished = `${nodes}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const clusterId = randomBytes(16).toString('base64url');
  // One after the other: each takes a second of a whole core.
  for (const at of program.cluster.ports.keys()) {
    await formatNode(nodeDirectory(unfinished, at + 1), clusterId, program, signal);
  }
  renameSync(unfinished, nodes);
}

async function formatNode(
  node: NodeDirectory,
  clusterId: string,
  program: KafkaProgram,
  signal: AbortSignal | undefined,
): Promise<void> {
  mkdirSync(node.root, { recursive: true });
  writeNodeSettings(node, program.cluster);
  // With '=', because an id may begin with '-'.
  const words = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', node.settingsFile];
  const options = { cwd: node.root, timeout: 120_000, ...(signal === undefined ? {} : { signal }) };
  await new Promise<void>((resolve, reject) => {
    execFile(program.java, [...javaArguments(program, node), ...words], options, (cause, stdout, stderr) => {
      if (cause === null) return resolve();
      if (signal?.aborted === true) return reject(signal.reason);
      const said = reasonIn(`${stdout}\n${stderr}`.trim().split('\n'));
      reject(new KafkaServerError('start-failed', `Kafka could not format ${node.root}. It said:\n${said}`, { cause }));
    });
  });
}
