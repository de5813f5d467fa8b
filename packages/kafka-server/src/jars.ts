import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lockDirectory } from '@onceover/server-process';
import { KafkaServerError } from './errors.ts';
import { findMaven } from './java.ts';

/** Those that `pom.xml` has a profile for: the one to run, and the last that older clients can be moved from. */
export const kafkaVersions = ['4.3.1', '3.9.2'] as const;
export type KafkaVersion = (typeof kafkaVersions)[number];

const POM = fileURLToPath(new URL('../pom.xml', import.meta.url));
/** In the checkout, where it outlives an installation of npm's packages. */
const CACHE = fileURLToPath(new URL('../../../.kafka', import.meta.url));
const UNFINISHED = '.unfinished-';
const LOCK_PAUSE_MS = 200;

export interface KafkaJarsOptions {
  /** Called when they have to be fetched, which takes seconds, or minutes on a slow line. */
  readonly onProgress?: (step: 'fetching') => void;
  readonly signal?: AbortSignal;
  /** Holds a directory for each version; default: `.kafka` in the checkout. */
  readonly cacheDir?: string;
}

/**
 * The directory of the jars of a Kafka, fetched by Maven if they are not there.
 *
 * Shape    built next to its place and moved there when complete; programs that want the same jars wait for one of them
 * Refuses  `maven-missing`; `fetch-failed` with the last lines that Maven wrote
 */
export async function ensureKafkaJars(version: KafkaVersion, options: KafkaJarsOptions = {}): Promise<string> {
  const { onProgress = () => {}, signal, cacheDir = CACHE } = options;
  const place = path.join(cacheDir, version);
  if (existsSync(place)) return place;
  const maven = findMaven();
  mkdirSync(cacheDir, { recursive: true });
  onProgress('fetching');
  const unlock = await whenUnlocked(path.join(cacheDir, 'fetch.lock'), signal);
  try {
    if (existsSync(place)) return place;
    removeUnfinished(cacheDir);
    // With a name of its own: a Maven whose program was killed goes on for a while.
    const unfinished = mkdtempSync(place + UNFINISHED);
    await copyJars(maven, version, unfinished, signal);
    if (!readdirSync(unfinished).includes(`kafka_2.13-${version}.jar`)) {
      throw new KafkaServerError('fetch-failed', `The profile ${version} of ${POM} does not fetch Kafka ${version}.`);
    }
    renameSync(unfinished, place);
    return place;
  } finally {
    removeUnfinished(cacheDir);
    unlock();
  }
}

function removeUnfinished(cacheDir: string): void {
  for (const name of readdirSync(cacheDir).filter((each) => each.includes(UNFINISHED))) {
    rmSync(path.join(cacheDir, name), { recursive: true, force: true });
  }
}

/** Maven's own cache does not expect two at once, so whoever comes second waits, whichever version it wants. */
async function whenUnlocked(lockFile: string, signal: AbortSignal | undefined): Promise<() => void> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return lockDirectory(lockFile, (...about) => new KafkaServerError(...about));
    } catch (error) {
      if (!(error instanceof KafkaServerError) || error.problem !== 'already-running') throw error;
    }
    await sleep(LOCK_PAUSE_MS);
  }
}

async function copyJars(
  maven: string,
  version: KafkaVersion,
  into: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const copying = 'org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies';
  const goal = [copying, '-DincludeScope=runtime', `-DoutputDirectory=${into}`];
  const child = spawn(maven, ['-B', '-ntp', '-f', POM, '-P', version, ...goal], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-20_000);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  // What follows an empty line of errors is how to ask Maven for more.
  const lines = said.split('\n').filter((line) => line.startsWith('[ERROR]'));
  const hints = lines.findIndex((line) => line.trim() === '[ERROR]');
  throw new KafkaServerError(
    'fetch-failed',
    `Maven could not fetch Kafka ${version}. Is a repository reachable? It said:\n${lines.slice(0, hints < 0 ? 4 : Math.min(hints, 4)).join('\n')}`,
  );
}
