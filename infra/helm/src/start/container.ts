import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bindInto, imageUser, makeRoot } from '@onceover/images/container';
import type { Container, Volume } from '../manifest.ts';
import { checkout } from '../tools.ts';

/** Pods have the group of the images' user. */
const GROUP = imageUser.id;

/** A container without an engine: the files of an image as the root of a process, with volumes mounted in it. */
export interface ContainerPlace {
  /** What infra/images laid out. */
  readonly image: string;
  /** Where the root is made. */
  readonly root: string;
  readonly container: Container;
  /** The directory of each volume. */
  readonly volumes: ReadonlyMap<string, string>;
  /** The file with the names that the container knows. */
  readonly hosts: string;
  /** Directories of the machine that it sees besides, by their places in it. */
  readonly besides: ReadonlyMap<string, string>;
}

/** Makes the root; `stack` takes apart what is mounted in it. Throws where this user may not mount. */
export function makePodRoot(place: ContainerPlace, stack: AsyncDisposableStack): void {
  const { image, root, container, volumes, hosts, besides } = place;
  makeRoot(image, root, ['runtime', 'application'], stack);
  // The Dockerfile lays the files out in this directory; here they are where the checkout is.
  mkdirSync(path.join(root, 'opt'), { recursive: true });
  symlinkSync(checkout, path.join(root, 'opt/onceover'));
  writeFileSync(path.join(root, 'etc/hosts'), hosts);
  writeFileSync(path.join(root, 'etc/nsswitch.conf'), 'hosts: files\n');
  const mounts = (container.volumeMounts ?? []).map(({ name, mountPath }) => [mountPath, volumes.get(name)] as const);
  for (const [at, from = ''] of [...mounts, ...besides]) bindInto(root, from, at, stack);
}

/** Gives what is in a volume to the group of the pod, as a kubelet does at its first mount. */
export function giveToGroup(directory: string, { secret, projected }: Volume): void {
  const isReadOnly = secret !== undefined || projected !== undefined;
  for (const name of isReadOnly ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : []) {
    const file = path.join(directory, name);
    const found = lstatSync(file);
    if (found.isSymbolicLink()) continue;
    chownSync(file, 0, GROUP);
    if (found.isDirectory()) chmodSync(file, 0o2750);
  }
  chownSync(directory, 0, GROUP);
  chmodSync(directory, isReadOnly ? 0o2750 : 0o2775);
}
