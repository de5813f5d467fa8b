import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Running } from '@onceover/images/container';
import { manifestsIn, type Workload, workloadsIn } from '../manifest.ts';
import type { Secrets } from '../pod-files.ts';
import { sampleSecrets } from '../sample-secrets.ts';
import { checkout } from '../tools.ts';
import { problemsOfPeople } from './people.ts';
import { type Cluster, claimOf, type Pod, startPod, stop } from './pods.ts';
import { type Servers, startServers } from './servers.ts';

/** Services whose keys can be in Secrets, of which each pod has a copy. */
const COPIED = ['accounts', 'notifications', 'audit'];

/** How the chart is rendered, and how many pods of those services there are. */
const rounds = [
  { says: 'with keys on volumes', set: ['keyEncryptionKey.secret=kek'], pods: 1 },
  {
    says: 'with keys in Secrets, two pods of accounts, notifications and audit',
    set: ['keyEncryptionKey.secret=kek', ...COPIED.map((name) => `processes.${name}.keys.secret=copy-${name}`)],
    pods: 2,
  },
] as const;

export interface StartingChart {
  /** Renders the values of `small` with others. */
  render(set: readonly string[]): string;
  say(step: string): void;
}

/**
 * Starts what the chart renders, without a cluster: the files of the images are the root of each process, which runs as their user, with the
 * files and modes of its volumes. Shares a secret and opens it. Needs root, and what `npm test` needs for Kafka and Redis.
 */
export async function startChart({ render, say }: StartingChart): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return ['--start: only root may give processes another root'];
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-chart-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const image = path.join(directory, 'image');
  say('start: the files of the images');
  const { status, stderr } = spawnSync(process.execPath, ['infra/images/src/main.ts', 'distributed', image], {
    cwd: checkout,
    encoding: 'utf8',
  });
  if (status !== 0) return [`--start: ${stderr}`];
  const servers = await startServers(stack);
  const secrets = secretsFrom(stack.use(await sampleSecrets()), servers, path.join(directory, 'round'));
  // Each round goes on with what the one before has made.
  for (const { says, set, pods } of rounds) {
    say(`start: ${says}`);
    const workloads = workloadsIn(manifestsIn(render([...set, `kafka.brokers={${servers.brokers}}`])));
    const cluster = { directory: path.join(directory, `round-${pods}`), image, secrets, servers };
    const problems = await round(podsOf(workloads, pods), cluster);
    if (problems.length > 0) return problems.map((problem) => `start ${says}: ${problem}`);
  }
  return [];
}

/** The same keys for all pods, the addresses of the servers, and copies of the keys that the first round made. */
function secretsFrom(samples: Secrets, { databaseUrl, redisUrl }: Servers, directory: string): Secrets {
  const addresses = new Map([
    ['ONCEOVER_DATABASE_URL', databaseUrl],
    ['ONCEOVER_REDIS_URL', redisUrl],
  ]);
  const keys = new Map<string, Buffer>();
  return {
    entriesOf: (secret) => samples.entriesOf(secret),
    contentOf(secret, key, place) {
      const address = addresses.get(place);
      if (address !== undefined) return Buffer.from(`${address}\n`);
      const [, copied] = /^copy-(\w+)$/.exec(secret) ?? [];
      if (copied) return readFileSync(path.join(claimOf(directory, `once-onceover-${copied}-keys`), copied, key));
      if (!place.startsWith('calls/')) return samples.contentOf(secret, key, place);
      const content = keys.get(place) ?? samples.contentOf(secret, key, place);
      keys.set(place, content);
      return content;
    },
  };
}

function podsOf(workloads: readonly Workload[], copies: number): readonly Pod[] {
  const all = workloads.flatMap((workload) =>
    Array.from({ length: COPIED.includes(workload.process.name) ? copies : 1 }, (_, at) => ({ workload, at })),
  );
  return all.map(({ workload, at }, index) => ({
    name: at === 0 ? workload.manifest.metadata.name : `${workload.manifest.metadata.name}-${at}`,
    address: `127.0.${100 + copies}.${10 + index}`,
    workload,
  }));
}

async function round(pods: readonly Pod[], cluster: Cluster): Promise<readonly string[]> {
  await using stack = new AsyncDisposableStack();
  mkdirSync(cluster.directory);
  const hosts = ['127.0.0.1 localhost', ...pods.map(({ name, address }) => `${address} ${name}`), ''].join('\n');
  const running = new Map<Pod, Running>();
  for (const pod of pods) running.set(pod, await startPod(pod, cluster, hosts, stack));
  const late = (
    await Promise.all(pods.map(async (pod) => ((await becomesReady(pod, running.get(pod))) ? [] : [pod])))
  ).flat();
  if (late.length > 0) {
    return late.map((pod) => `${pod.name} is not ready: ${running.get(pod)?.output.slice(0, 2_000)}`);
  }
  const gateway = pods.find(({ workload }) => workload.process.name === 'gateway');
  const problems = await problemsOfPeople(gateway?.address ?? '');
  return [...problems, ...(await problemsOfStops(running))];
}

/** A pod is asked to end, and ends in order. */
async function problemsOfStops(running: ReadonlyMap<Pod, Running>): Promise<readonly string[]> {
  const ended = [...running].map(async ([{ name }, each]) => {
    const code = await stop(each);
    return code === 0 ? [] : [`${name} ended with ${code}: ${each.output.slice(-2_000)}`];
  });
  return (await Promise.all(ended)).flat();
}

const PATIENCE_MS = 90_000;

/** As its probe asks; the key store has one of its own, and secrets is not ready before it. */
async function becomesReady({ address, workload }: Pod, running: Running | undefined): Promise<boolean> {
  if (workload.process.name === 'key-store') return true;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await wait(200)) {
    const answer = await fetch(`http://${address}:9100/health/ready`).catch(() => undefined);
    if (answer?.ok) return true;
    if (running?.child.exitCode !== null) return false;
  }
  return false;
}
