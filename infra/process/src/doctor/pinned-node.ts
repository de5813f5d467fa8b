import { readFileSync } from 'node:fs';
import { z } from 'zod';

const packageFile = z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() });

/** The version of Node that the checkout installs, and that everything is tried with; undefined where its package file does not say. */
export function pinnedNode(): string | undefined {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return Object.values(packageFile.parse(JSON.parse(text)).optionalDependencies ?? {})[0];
}
