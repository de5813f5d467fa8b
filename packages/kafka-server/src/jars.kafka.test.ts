import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeDirectory } from './data-directory.ts';
import { canRunKafka, ensureClassArchive, ensureKafkaJars, kafkaVersions, startKafkaServer } from './index.ts';
import { findJava } from './java.ts';
import { javaOptionsFor } from './java-options.ts';
import { javaArguments } from './kafka-program.ts';

const run = promisify(execFile);
let place: string;
let cacheDir: string;

const canRun = await canRunKafka();

beforeEach((test) => {
  test.skip(!canRun && !process.env.CI, 'Brokers of its own take Java and Maven.');
  place = mkdtempSync(path.join(tmpdir(), 'kafka-jars-'));
  cacheDir = path.join(place, 'cache');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true, force: true });
});

const jarsIn = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.jar'));

test('what an interrupted fetch left is not taken for all of it', async () => {
  const unfinished = path.join(cacheDir, '4.3.1.unfinished-a1b2c3');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'half-1.0.jar'), '');
  const jars = await ensureKafkaJars('4.3.1', { cacheDir });
  expect(jarsIn(jars)).toContain('kafka_2.13-4.3.1.jar');
  expect(jarsIn(jars)).not.toContain('half-1.0.jar');
  expect(readdirSync(cacheDir)).toEqual(['4.3.1']);
});

test('whoever wants them at the same time waits for one fetch', async () => {
  const wanted = [...kafkaVersions, ...kafkaVersions];
  const found = await Promise.all(wanted.map((version) => ensureKafkaJars(version, { cacheDir })));
  expect(found).toEqual(wanted.map((version) => path.join(cacheDir, version)));
  for (const version of kafkaVersions) {
    expect(jarsIn(path.join(cacheDir, version))).toContain(`kafka_2.13-${version}.jar`);
  }
  const steps: string[] = [];
  await ensureKafkaJars('4.3.1', { cacheDir, onProgress: (step) => steps.push(step) });
  expect(steps).toEqual([]);
});

test('a fetch that finds no repository says so, and leaves nothing that could be taken for jars', async () => {
  const nowhere = `-Dmaven.repo.local=${path.join(place, 'repository')} -DsocksProxyHost=127.0.0.1 -DsocksProxyPort=1`;
  vi.stubEnv('MAVEN_OPTS', nowhere);
  await expect(ensureKafkaJars('4.3.1', { cacheDir })).rejects.toMatchObject({
    problem: 'fetch-failed',
    message: expect.stringMatching(/could not fetch Kafka 4\.3\.1[\s\S]*\[ERROR\]/),
  });
  expect(readdirSync(cacheDir)).toEqual([]);
});

test('a fetch that is given up ends', async () => {
  const giveUp = new AbortController();
  const fetching = ensureKafkaJars('4.3.1', { cacheDir, signal: giveUp.signal });
  setTimeout(() => giveUp.abort(), 300);
  await expect(fetching).rejects.toThrow('aborted');
  expect(existsSync(path.join(cacheDir, '4.3.1'))).toBe(false);
});

test('where there is no Java, the start says what to install', async () => {
  vi.stubEnv('PATH', '');
  vi.stubEnv('JAVA_HOME', '');
  await expect(startKafkaServer({ dataDir: path.join(place, 'data') })).rejects.toMatchObject({
    problem: 'java-missing',
    message: expect.stringMatching(/there is none on the path\. Install it .*openjdk-17-jre-headless/),
  });
  expect(existsSync(path.join(place, 'data'))).toBe(false);
});

test('a Java that is too old, or does not start, is named', async () => {
  const javaOf = (name: string, script: string) => {
    mkdirSync(path.join(place, name, 'bin'), { recursive: true });
    writeFileSync(path.join(place, name, 'bin', 'java'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path.join(place, name);
  };
  vi.stubEnv('JAVA_HOME', javaOf('old', `echo 'java version "1.8.0_402"' >&2`));
  vi.stubEnv('PATH', path.join(javaOf('broken', 'exit 1'), 'bin'));
  await expect(findJava()).rejects.toMatchObject({
    problem: 'java-missing',
    message: expect.stringMatching(/old\/bin\/java is Java 8, .*broken\/bin\/java does not start/),
  });
});

test('where there is no Maven, the start says what to install', async () => {
  const java = await findJava();
  symlinkSync(java, path.join(place, 'java'));
  vi.stubEnv('PATH', place);
  expect(await findJava()).toBe(path.join(place, 'java'));
  await expect(ensureKafkaJars('4.3.1', { cacheDir })).rejects.toMatchObject({
    problem: 'maven-missing',
    message: expect.stringContaining('apt-get install maven'),
  });
});

test('the classes of a broker are kept beside the jars, and later starts read them', async () => {
  await ensureClassArchive('4.3.1');
  const jars = await ensureKafkaJars('4.3.1');
  const node = nodeDirectory(path.join(place, 'nodes'), 1);
  const cluster = { version: '4.3.1', ports: [], settings: {} } as const;
  const java = await findJava();
  const words = javaArguments({ java, jars, cluster, javaOptions: javaOptionsFor(jars, true) }, node);
  const { stdout } = await run(java, ['-Xlog:class+load', ...words, 'kafka.Kafka', '--version']);
  expect(stdout).toMatch(/kafka\.Kafka\$? source: shared objects file \(top\)/);
});
