import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { KafkaServerError } from './errors.ts';

/** Kafka 4 needs it, and 3.9 runs on it. */
const LEAST_JAVA = 17;

/**
 * The Java that runs the brokers: that of `JAVA_HOME` if it is new enough, else the first on the path that is.
 *
 * Refuses  `java-missing`, with what was found instead
 */
export async function findJava(): Promise<string> {
  if (process.platform === 'win32') {
    throw new KafkaServerError(
      'platform-unsupported',
      'Kafka is started on Linux and macOS only. Set the addresses of running brokers instead.',
    );
  }
  const home = process.env.JAVA_HOME;
  const candidates = [...(home ? [path.join(home, 'bin', 'java')] : []), ...onThePath('java')];
  const found: string[] = [];
  for (const program of candidates.filter((candidate) => existsSync(candidate))) {
    const version = await versionOf(program);
    if (version !== undefined && version >= LEAST_JAVA) return program;
    found.push(`${program} ${version === undefined ? 'does not start' : `is Java ${version}`}`);
  }
  throw new KafkaServerError(
    'java-missing',
    `Kafka needs Java ${LEAST_JAVA} or newer, and ${found.length > 0 ? found.join(', ') : 'there is none on the path'}. ` +
      `Install it (on Debian: apt-get install openjdk-${LEAST_JAVA}-jre-headless), or set the addresses of running brokers instead.`,
  );
}

/** Refuses with `maven-missing`. */
export function findMaven(): string {
  const program = onThePath('mvn').find((candidate) => existsSync(candidate));
  if (program !== undefined) return program;
  throw new KafkaServerError(
    'maven-missing',
    'Maven fetches Kafka, and there is none on the path. ' +
      'Install it (on Debian: apt-get install maven), or set the addresses of running brokers instead.',
  );
}

/** Whether this machine has what brokers of its own take. */
export async function canRunKafka(): Promise<boolean> {
  try {
    await findJava();
    findMaven();
    return true;
  } catch (error) {
    if (error instanceof KafkaServerError) return false;
    throw error;
  }
}

function onThePath(name: string): string[] {
  const directories = (process.env.PATH ?? '').split(path.delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => path.join(directory, name));
}

/** The major version; undefined if the program does not say one. */
function versionOf(program: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile(program, ['-version'], { timeout: 20_000 }, (error, _stdout, stderr) => {
      // Such as `openjdk version "17.0.15" 2025-04-15`, and `java version "1.8.0_402"` for Java 8.
      const [, major, minor] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? [];
      resolve(error !== null || major === undefined ? undefined : Number(major === '1' ? minor : major));
    });
  });
}
