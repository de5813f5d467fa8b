import path from 'node:path';
import type { NodeDirectory } from './data-directory.ts';
import type { ClusterSettings } from './node-settings.ts';

/** What is started, the same for every node. */
export interface KafkaProgram {
  readonly java: string;
  /** The directory of the jars. */
  readonly jars: string;
  readonly cluster: ClusterSettings;
  /** What Java is told besides, such as how to compile. */
  readonly javaOptions: readonly string[];
}

/** A small heap, because most brokers here serve one program. */
const MEMORY = ['-Xms64m', '-Xmx384m', '-XX:+ExitOnOutOfMemoryError'];

/** What Java is told before the class to run. */
export function javaArguments({ jars, cluster, javaOptions }: KafkaProgram, node: NodeDirectory): readonly string[] {
  const logSettings = cluster.version.startsWith('3.') ? 'log4j.configuration' : 'log4j2.configurationFile';
  return [
    ...MEMORY,
    ...javaOptions,
    markOf(node),
    `-D${logSettings}=file:${node.logSettingsFile}`,
    `-Dkafka.logs.dir=${node.root}`,
    '-cp',
    path.join(jars, '*'),
  ];
}

/** An argument that no other node on this machine has: by it a broker that was left behind is recognised. */
export function markOf(node: NodeDirectory): string {
  return `-Dnode.directory=${node.root}`;
}

/** The last four lines that say what is wrong, without the calls that led there; if none does, the last four. */
export function reasonIn(lines: readonly string[]): string {
  const telling = lines.filter((line) => /\b(ERROR|FATAL)\b|\w(Exception|Error)\b/.test(line) && !/^\s+at /.test(line));
  return (telling.length > 0 ? telling : lines).slice(-4).join('\n');
}
