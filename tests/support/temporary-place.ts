import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Directories for one test, removed with everything in them when disposed. */
export interface TemporaryPlace extends Disposable {
  readonly path: string;
  readonly dataDir: string;
  readonly keysDir: string;
}

export function temporaryPlace(): TemporaryPlace {
  const place = mkdtempSync(path.join(tmpdir(), 'onceover-test-'));
  chmodSync(place, 0o755);
  return {
    path: place,
    dataDir: path.join(place, 'data'),
    keysDir: path.join(place, 'keys'),
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true, maxRetries: 5 }),
  };
}
