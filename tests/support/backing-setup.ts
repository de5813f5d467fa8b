import type { TestProject } from 'vitest/node';
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
  project.provide('backing', backing && { redisUrl: backing.redisUrl, brokers: backing.brokers });
  return async () => await backing?.[Symbol.asyncDispose]();
}
