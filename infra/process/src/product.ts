import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { neverLogged } from '@onceover/schema/never-logged';
import { createLogger, type Logger, neverLog } from '@onceover/service-kit/logging';
import { z } from 'zod';

/** Where the web build is. */
export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** From the package file at the top of the checkout. */
export const productVersion = (): string => packageFile().version;

/** The version of Node that it installs, and is tried with; undefined where it does not say. */
export const pinnedNode = (): string | undefined => Object.values(packageFile().optionalDependencies ?? {})[0];

function packageFile() {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const known = z.object({ version: z.string(), optionalDependencies: z.record(z.string(), z.string()).optional() });
  return known.parse(JSON.parse(text));
}

/** The log of a process, which never holds what the product says must not be logged. */
export function processLog(name: string): Logger {
  neverLog(neverLogged);
  return createLogger(name);
}
