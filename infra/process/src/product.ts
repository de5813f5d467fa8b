import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { neverLogged } from '@onceover/schema/never-logged';
import { release } from '@onceover/schema/release';
import { createLogger, type Logger, neverLog } from '@onceover/service-kit/logging';
import { z } from 'zod';

/** Where the web build is. */
export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Such as `1.20.3`. */
export const productVersion = (): string => release.version;

/** The version of Node that it installs, and is tried with; undefined where it does not say. */
export const pinnedNode = (): string | undefined => Object.values(packageFile().optionalDependencies ?? {})[0];

function packageFile() {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const known = z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() });
  return known.parse(JSON.parse(text));
}

/** The log of a process, which never holds what the product says must not be logged. */
export function processLog(name: string): Logger {
  neverLog(neverLogged);
  return createLogger(name);
}
