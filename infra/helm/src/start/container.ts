import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Container, Volume } from '../manifest.ts';
import { checkout } from '../tools.ts';

/** The user of the images, and the group of pods. */
const USER = 65_532;

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
export function makeRoot(place: ContainerPlace, stack: AsyncDisposableStack): void {
  const { image, root, container, volumes, hosts, besides } = place;
  const copy = (part: string, into: string) => {
    mkdirSync(path.join(root, into), { recursive: true });
    must('cp', '--archive', '--link', `${path.join(image, part)}/.`, path.join(root, into));
  };
  copy('runtime', '.');
  copy('application', '.');
  // The Dockerfile lays the files out in this directory; here they are where the checkout is.
  mkdirSync(path.join(root, 'opt'), { recursive: true });
  symlinkSync(checkout, path.join(root, 'opt/onceover'));
  mkdirSync(path.join(root, 'dev'), { recursive: true });
  must('mknod', '-m', '666', path.join(root, 'dev/null'), 'c', '1', '3');
  must('mknod', '-m', '666', path.join(root, 'dev/urandom'), 'c', '1', '9');
  writeFileSync(path.join(root, 'etc/hosts'), hosts);
  writeFileSync(path.join(root, 'etc/nsswitch.conf'), 'hosts: files\n');
  const mounts = (container.volumeMounts ?? []).map(({ name, mountPath }) => [mountPath, volumes.get(name)] as const);
  for (const [at, from] of [['/proc', '/proc'] as const, ...mounts, ...besides]) {
    mkdirSync(path.join(root, at), { recursive: true });
    must('mount', '--bind', from ?? '', path.join(root, at));
    stack.defer(() => void spawnSync('umount', ['--lazy', path.join(root, at)]));
  }
}

function must(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** Gives what is in a volume to the group of the pod, as a kubelet does at its first mount. */
export function giveToGroup(directory: string, { secret, projected }: Volume): void {
  const isReadOnly = secret !== undefined || projected !== undefined;
  for (const name of isReadOnly ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : []) {
    const file = path.join(directory, name);
    const found = lstatSync(file);
    if (found.isSymbolicLink()) continue;
    chownSync(file, 0, USER);
    if (found.isDirectory()) chmodSync(file, 0o2750);
  }
  chownSync(directory, 0, USER);
  chmodSync(directory, isReadOnly ? 0o2750 : 0o2775);
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output: string;
}

/** Runs a command in the root as the user of the images. */
export function runIn(root: string, command: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn('chroot', [`--userspec=${USER}:${USER}`, '--groups=', root, ...command], {
    env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const running: Running = { child, ended, output: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      running.output += text;
    });
  }
  return running;
}
