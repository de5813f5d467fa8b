import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { type Running, runIn } from '@onceover/images/container';
import type { Container, Volume, Workload } from '../manifest.ts';
import { layOut, type Secrets } from '../pod-files.ts';
import { giveToGroup, makePodRoot } from './container.ts';
import type { Servers } from './servers.ts';

/** A pod with its name and address. */
export interface Pod {
  readonly name: string;
  readonly address: string;
  readonly workload: Workload;
}

export interface Cluster {
  readonly directory: string;
  readonly image: string;
  readonly secrets: Secrets;
  readonly servers: Servers;
}

/** Settings with the address that a process listens on: every pod has one of its own. */
const LISTENS = ['ONCEOVER_INTERNAL_HOST', 'ONCEOVER_METRICS_HOST', 'ONCEOVER_HOST', 'ONCEOVER_KEY_STORE_HOST'];

/** What the images start. */
const ENTRY = (name: string): readonly string[] =>
  name === 'key-store' ? ['node', '/opt/onceover/bundle/key-store.js'] : ['node', '/opt/onceover/bundle/main.js', name];

/** Starts a pod: its volumes, what runs before its process, the process. `stack` stops it. Throws where something before it fails. */
export async function startPod(
  pod: Pod,
  cluster: Cluster,
  hosts: string,
  stack: AsyncDisposableStack,
): Promise<Running> {
  const { name, address, workload } = pod;
  const directory = path.join(cluster.directory, name);
  const volumes = mountVolumes(workload, cluster, path.join(directory, 'volumes'));
  const rootOf = (container: Container): string => {
    const root = path.join(directory, container.name);
    makePodRoot({ image: cluster.image, root, container, volumes, hosts, besides: cluster.servers.besides }, stack);
    return root;
  };
  for (const container of workload.pod.initContainers ?? []) {
    const before = runIn(rootOf(container), container.command ?? []);
    if ((await before.ended) !== 0) throw new Error(`${name}: ${container.name} fails: ${before.output}`);
  }
  const { process } = workload;
  const env = Object.fromEntries((process.env ?? []).map(({ name: setting, value }) => [setting, value]));
  for (const setting of LISTENS) if (setting in env) env[setting] = address;
  const running = runIn(rootOf(process), process.command ?? ENTRY(process.name), env);
  stack.defer(async () => void (await stop(running)));
  return running;
}

/** Resolves with how it ended. */
export async function stop({ child, ended }: Running): Promise<number | null> {
  child.kill('SIGTERM');
  return await ended;
}

function mountVolumes({ pod }: Workload, { directory, secrets }: Cluster, place: string): ReadonlyMap<string, string> {
  layOut(pod, secrets, place);
  const volumes = new Map(pod.volumes.map((volume) => [volume.name, path.join(place, volume.name)]));
  for (const volume of pod.volumes) {
    const at = path.join(place, volume.name);
    if (volume.persistentVolumeClaim === undefined) giveToGroup(at, volume);
    else claim(at, claimOf(directory, volume.persistentVolumeClaim.claimName), volume);
  }
  return volumes;
}

export const claimOf = (directory: string, name: string): string => path.join(directory, '..', 'claims', name);

/** A volume that outlives pods; only its first mount gives it to the group. */
function claim(at: string, kept: string, volume: Volume): void {
  if (mkdirSync(kept, { recursive: true }) !== undefined) giveToGroup(kept, volume);
  rmSync(at, { recursive: true });
  symlinkSync(kept, at);
}
