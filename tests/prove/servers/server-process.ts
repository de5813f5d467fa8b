import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServerOptions {
  readonly main: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it prints when it answers. */
  readonly up: RegExp;
}

/** A server beside the product, as a process that is killed, held still and started again with the same words. */
export class ServerProcess implements AsyncDisposable {
  readonly #options: ServerOptions;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Everything that it has printed since it was started last. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when it answers. Rejects, with what it said, if it ends before. */
  async start(): Promise<void> {
    const { main, words = [], env = {}, up } = this.#options;
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('ONCEOVER_'));
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...Object.fromEntries(others), ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    this.#output = '';
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        if (up.test(this.#output)) resolve();
      });
    }
    child.once('close', (code) => reject(new Error(`${main} has ended with ${code}:\n${this.#output}`)));
    await promise;
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
  }

  /** Says something to it, and waits for an answer. */
  async tell(message: string): Promise<void> {
    if (this.#child === undefined) return;
    const answered = once(this.#child, 'message');
    this.#child.send(message);
    await answered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}
