import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A helper process of the benchmark that communicates by messages; disposing it ends it. */
export class Child<Message> implements Disposable {
  readonly #process: ChildProcess;

  constructor(file: string, env: Readonly<Record<string, string>> = {}) {
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), { env: { ...process.env, ...env } });
  }

  get pid(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error('the helper process did not start');
    return pid;
  }

  /** Sends one message and waits for the next one back; an `error` in it is thrown. */
  ask(message: object): Promise<Message> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('a helper process of the benchmark ended early'));
      this.#process.once('exit', ended);
      this.#process.once('message', (answer: Message & { error?: string }) => {
        this.#process.off('exit', ended);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(answer.error));
      });
      this.#process.send(message);
    });
  }

  [Symbol.dispose](): void {
    this.#process.removeAllListeners();
    this.#process.kill();
  }
}
