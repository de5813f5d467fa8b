import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPackage } from '@onceover/cli/build-package';

export interface CommandOptions {
  /** For standard input. Default: nothing. */
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Gets the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
  /** Further descriptors, from 3 on. */
  readonly descriptors?: readonly string[];
  /** In a session of its own, which has no terminal. */
  readonly isDetached?: boolean;
}

export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command `onceover` as it is installed, with a home of its own. */
export interface OnceoverCommand extends Disposable {
  /** The one file. */
  readonly file: string;
  /** The oldest Node that is at hand: the system's, which runs it where nothing else is installed. */
  readonly node: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: CommandOptions): Promise<CommandEnd>;
  /** What it printed; throws unless it is done. */
  print(args: readonly string[], options?: CommandOptions): Promise<string>;
}

/** Builds the command and installs it in a place of its own. */
export async function installCommand(): Promise<OnceoverCommand> {
  const place = mkdtempSync(path.join(tmpdir(), 'onceover-command-'));
  const file = await buildPackage(path.join(place, 'package'));
  const home = path.join(place, 'home');
  const temporary = path.join(place, 'tmp');
  for (const folder of [home, temporary]) mkdirSync(folder);
  const env = { HOME: home, TMPDIR: temporary, PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
  const node = systemNode();
  const run = (args: readonly string[], options: CommandOptions = {}) =>
    ended(
      spawn(node, [file, ...args], {
        env: { ...env, ...options.env },
        stdio: stdioOf(options),
        detached: options.isDetached ?? false,
      }),
      options,
    );
  return {
    file,
    node,
    home: place,
    env,
    run,
    async print(args, options) {
      const { code, stdout, stderr } = await run(args, options);
      if (code !== 0) throw new Error(`onceover ${args[0]} exited with ${code}: ${stderr}`);
      return stdout;
    },
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

function stdioOf({ descriptors = [] }: CommandOptions): 'pipe'[] {
  return ['pipe', 'pipe', 'pipe', ...descriptors.map((): 'pipe' => 'pipe')];
}

function ended(child: ChildProcess, { input, onStart, descriptors = [] }: CommandOptions): Promise<CommandEnd> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  for (const [index, text] of descriptors.entries()) {
    const stream = child.stdio[index + 3];
    if (stream != null && 'end' in stream) stream.end(text);
  }
  // Whoever is refused at once does not read.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input ?? '');
  onStart?.(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function systemNode(): string {
  const others = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder) && !folder.includes('node_modules'))
    .map((folder) => path.join(folder, 'node'));
  for (const file of [...others, '/usr/bin/node']) {
    try {
      execFileSync(file, ['-e', 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)']);
      return file;
    } catch {
      // Not there, or too old.
    }
  }
  return process.execPath;
}
