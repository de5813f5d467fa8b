import { fileURLToPath } from 'node:url';
import { neverLogged } from '@onceover/schema/never-logged';
import { release } from '@onceover/schema/release';
import { createLogger, type Logger, neverLog } from '@onceover/service-kit/logging';

/** Where the web build is. */
export const webDist = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Such as `1.20.3`. */
export const productVersion = (): string => release.version;

/** The log of a process, which never holds what the product says must not be logged. */
export function processLog(name: string): Logger {
  neverLog(neverLogged);
  return createLogger(name);
}
