import { setTimeout as rest } from 'node:timers/promises';

/** A part of the stack that is up. */
export interface RunningPart extends Partial<AsyncDisposable> {
  /** Where it is, for whoever watches the start. */
  readonly where: string;
}

/** A part of the stack. A table of them is the stack; whoever adds one adds a row. */
export interface Part {
  readonly name: string;
  /** Parts above it in the table that must be up before it is started. */
  readonly needs: readonly string[];
  /** Resolves when it is up. Rejects with a sentence for whoever starts the stack. */
  start(): Promise<RunningPart>;
}

/** A part could not be started; the message says which and why. */
export class PartFailed extends Error {
  override readonly name = 'PartFailed';
}

const REMIND_EVERY_MS = 10_000;

/**
 * Starts every part as soon as what it needs is up, and says each step. Disposing stops them one after the other, from the end of
 * the table. If one cannot be started, those that were are stopped again.
 *
 * Throws  `PartFailed`
 */
export async function runParts(parts: readonly Part[], say: (line: string) => void): Promise<AsyncDisposable> {
  const [running, up] = [new Map<string, RunningPart>(), new Map<string, Promise<void>>()];
  const width = Math.max(...parts.map(({ name }) => name.length));
  const tell = (name: string, what: string) => say(`${name.padEnd(width)}  ${what}`);
  const reminding = new AbortController();

  async function startOne(part: Part): Promise<void> {
    await Promise.all(part.needs.map((name) => up.get(name) ?? Promise.reject(new PartFailed(unknown(part, name)))));
    const begun = performance.now();
    tell(part.name, 'is started');
    try {
      const started = await part.start();
      running.set(part.name, started);
      tell(part.name, `is up after ${((performance.now() - begun) / 1_000).toFixed(1)} s: ${started.where}`);
    } catch (error) {
      throw new PartFailed(`${part.name} could not be started. ${error instanceof Error ? error.message : error}`);
    }
  }

  async function remind(): Promise<void> {
    while (await rest(REMIND_EVERY_MS, true, { signal: reminding.signal }).catch(() => false)) {
      const missing = parts.map(({ name }) => name).filter((name) => !running.has(name));
      say(`still missing: ${missing.join(', ')}`);
    }
  }

  async function stop(): Promise<void> {
    for (const { name } of parts.toReversed()) {
      const part = running.get(name);
      const dispose = part?.[Symbol.asyncDispose];
      if (dispose === undefined) continue;
      await dispose.call(part);
      tell(name, 'has stopped');
    }
  }

  const reminders = remind();
  for (const part of parts) up.set(part.name, startOne(part));
  const results = await Promise.allSettled(up.values());
  reminding.abort();
  await reminders;
  const failed = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as Error);
  if (failed.length === 0) return { [Symbol.asyncDispose]: stop };
  await stop();
  throw new PartFailed([...new Set(failed.map(({ message }) => message))].join('\n'));
}

function unknown({ name }: Part, need: string): string {
  return `${name} needs ${need}, which is not above it in the table`;
}
