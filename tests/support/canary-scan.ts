import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Found {
  /** Arguments and environments of all processes that ran meanwhile, this one's apart. */
  readonly processes: string;
  /** Every file below the folder. */
  readonly files: string;
}

/** Looks at every process of the machine again and again, until it is asked what there was. */
export function canaryScan(folder: string): AsyncDisposable & { found(): Promise<Found> } {
  const seen = new Set<string>();
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      for (const text of processTexts()) seen.add(text);
      await pause(5);
    }
  })();
  const stop = async () => {
    isOver = true;
    await looking;
  };
  return {
    async found() {
      await stop();
      return { processes: [...seen].join('\n'), files: filesBelow(folder).join('\n') };
    },
    [Symbol.asyncDispose]: stop,
  };
}

function processTexts(): readonly string[] {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return others.flatMap((pid) => ['cmdline', 'environ'].map((name) => textOf(path.join('/proc', pid, name))));
}

/** Processes end while they are looked at. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name}\n${textOf(path.join(parentPath, name))}`);
}
