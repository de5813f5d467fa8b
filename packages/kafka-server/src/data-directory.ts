import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writableDirectory } from '@onceover/server-process';
import { KafkaServerError } from './errors.ts';

export interface DataDirectory {
  readonly root: string;
  readonly lockFile: string;
  /** One directory for each node, named by its number; there as a whole, or not at all. */
  readonly nodes: string;
}

/** What a node has on disk. Kafka runs inside `root`, so none of its settings has a path that it could misread. */
export interface NodeDirectory {
  readonly id: number;
  readonly root: string;
  readonly settingsFile: string;
  readonly logSettingsFile: string;
  readonly pidFile: string;
  /** What Kafka logs; it keeps this file and one older short. */
  readonly logFile: string;
  /** What Java says apart from that, since the last start. */
  readonly consoleFile: string;
}

/** Makes sure that the directory exists and is writable, and names what is inside. */
export function openDataDirectory(dataDir: string): DataDirectory {
  const wanted = path.resolve(dataDir);
  const failure = (problem: string, options: { cause: unknown }) =>
    new KafkaServerError(
      'data-directory-not-writable',
      `The data directory ${wanted} ${problem}. Make it writable or choose another one.`,
      options,
    );
  const root = writableDirectory(wanted, 0o777, failure);
  return { root, lockFile: path.join(root, 'owner.lock'), nodes: path.join(root, 'nodes') };
}

/** The settings of Kafka's own file `meta.properties` name these two relative to the node's directory. */
export const DATA = 'data';
export const LOG_FILE = 'server.log';

export function nodeDirectory(nodes: string, id: number): NodeDirectory {
  const root = path.join(nodes, String(id));
  return {
    id,
    root,
    settingsFile: path.join(root, 'server.properties'),
    logSettingsFile: path.join(root, 'log4j.properties'),
    pidFile: path.join(root, 'broker.pid'),
    logFile: path.join(root, LOG_FILE),
    consoleFile: path.join(root, 'console.log'),
  };
}

/** How many nodes there are on disk; none before the first start. */
export function countNodes({ nodes }: DataDirectory): number {
  return existsSync(nodes) ? readdirSync(nodes).length : 0;
}

/** The cluster's id from what Kafka itself keeps. Refuses a directory whose nodes do not belong together. */
export function readClusterId({ root, nodes }: DataDirectory): string {
  const ids = readdirSync(nodes).map((id) => metaOf(path.join(nodes, id, DATA, 'meta.properties')));
  const [first] = ids;
  if (first !== undefined && ids.every((id) => id === first)) return first;
  throw new KafkaServerError(
    'data-directory-broken',
    `The data directory ${root} holds nodes of different clusters (${[...new Set(ids)].join(', ')}). ` +
      'Restore it from a backup, or move it elsewhere to start with an empty one.',
  );
}

function metaOf(file: string): string {
  const missing = (cause?: unknown) =>
    new KafkaServerError(
      'data-directory-broken',
      `${file} is missing or names no cluster. Restore the data directory from a backup, or move it elsewhere to start with an empty one.`,
      { cause },
    );
  try {
    const id = /^cluster\.id=(.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
    if (id === undefined) throw missing();
    return id.trim();
  } catch (cause) {
    throw cause instanceof KafkaServerError ? cause : missing(cause);
  }
}
