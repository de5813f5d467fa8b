import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { onThePath } from './on-the-path.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

/** The oldest Java that Kafka 4 runs on. */
const LEAST_JAVA = 17;

/**
 * Whether tests can have brokers of Kafka on this machine: those at the addresses in `ONCEOVER_TEST_KAFKA`, else their own,
 * which take Java and Maven, else containers. What is missing is installed from Debian's packages when running as root.
 */
export async function findKafka() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of turbo runs tests.
  if (process.env.ONCEOVER_TEST_KAFKA) return true;
  for (const java of ['default-jre-headless', `openjdk-${LEAST_JAVA}-jre-headless`]) {
    if (hasJava() && hasMaven()) return true;
    if (!mayInstallPackages()) break;
    process.stdout.write(`Kafka needs Java ${LEAST_JAVA} or newer and Maven. Installing the system's.\n`);
    // Java's package links its manual pages, and slim images of Debian lack the folder, which fails the installation.
    fs.mkdirSync('/usr/share/man/man1', { recursive: true });
    await installPackages([java, 'maven']);
  }
  return (hasJava() && hasMaven()) || hasContainers();
}

/** An engine that testcontainers finds. */
function hasContainers() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of turbo runs tests.
  return Boolean(process.env.DOCKER_HOST) || fs.existsSync('/var/run/docker.sock');
}

/** What to do where there are none, for whoever runs the tests. */
export const withoutKafka =
  `There is no Java (${LEAST_JAVA} or newer) on the path, or no Maven, nor Docker, so there are no brokers of Kafka.\n` +
  'Install both (on Debian: apt-get install default-jre-headless maven), or name running brokers in ONCEOVER_TEST_KAFKA\n' +
  '(host:port, with commas between several), to run these tests.\n';

/** Of the machine, or of a home that somebody chose: the packages look in the same places. */
function hasJava() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of turbo runs tests.
  const home = process.env.JAVA_HOME;
  const programs = (home ? [path.join(home, 'bin', 'java')] : []).concat(onThePath(['java']));
  return programs.some((program) => javaVersion(program) >= LEAST_JAVA);
}

function hasMaven() {
  return onThePath(['mvn']).length > 0;
}

/** Such as 17, from `openjdk version "17.0.15"`; 0 if the program does not start. Java 8 calls itself 1.8. */
function javaVersion(program) {
  const { status, stderr } = spawnSync(program, ['-version'], { encoding: 'utf8', timeout: 20000 });
  const found = status === 0 ? /version "(\d+)/.exec(stderr) : null;
  return found === null ? 0 : Number(found[1]);
}
