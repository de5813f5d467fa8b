import type { TestProject } from 'vitest/node';
import { embeddedOnly } from './embedded-only.ts';
import { profile } from './profile.ts';
import { type BackingPlace, startBacking } from './split-backing.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Kafka and Redis of the run; undefined in the embedded profile, which has none. */
    backing: BackingPlace | undefined;
  }
}

/** Vitest calls this for each project of whole systems. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const backing = profile === 'distributed' ? await startBacking() : undefined;
  if (profile !== 'embedded' && project.name === 'system') {
    const lines = Object.entries(embeddedOnly).map(([files, about]) => `  ${files}: ${about}`);
    process.stdout.write(`Not run, as they are about the program of npm start:\n${lines.join('\n')}\n`);
  }
  project.provide('backing', backing && { redisUrl: backing.redisUrl, brokers: backing.brokers });
  return async () => await backing?.[Symbol.asyncDispose]();
}
