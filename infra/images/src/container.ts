import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { imageUser } from './runtime.ts';

export { imageUser } from './runtime.ts';

/*
 * A container without an engine: the files of an image as the root of a process, which runs as the user of images.
 */

/** The parts of an image that `assemble` lays out. */
export type ImagePart = 'runtime' | 'application' | 'state';

/** Makes the root of a container out of parts of an image; `stack` takes apart what is mounted. Throws where this user may not mount. */
export function makeRoot(
  image: string,
  root: string,
  parts: readonly ImagePart[],
  stack: Pick<DisposableStack, 'defer'>,
): void {
  mkdirSync(path.join(root, 'dev'), { recursive: true });
  for (const part of parts) must('cp', '--archive', '--link', `${path.join(image, part)}/.`, root);
  must('mknod', '-m', '666', path.join(root, 'dev/null'), 'c', '1', '3');
  must('mknod', '-m', '666', path.join(root, 'dev/urandom'), 'c', '1', '9');
  // The loader looks there for where a program lies.
  bindInto(root, '/proc', '/proc', stack);
}

/** Shows a directory of the machine at a place in the root. Throws where this user may not mount. */
export function bindInto(root: string, from: string, at: string, stack: Pick<DisposableStack, 'defer'>): void {
  const place = path.join(root, at);
  mkdirSync(place, { recursive: true });
  must('mount', '--bind', from, place);
  stack.defer(() => void spawnSync('umount', ['--lazy', place]));
}

function must(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

export interface Running {
  readonly child: ChildProcess;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  /** All that it has printed. */
  output: string;
}

/** Runs a command in the root as the user of images; signals reach it. */
export function runIn(root: string, command: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const { id } = imageUser;
  const child = spawn('chroot', [`--userspec=${id}:${id}`, '--groups=', root, ...command], {
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
