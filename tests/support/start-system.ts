import { profile } from './profile.ts';
import { startEmbeddedSystem } from './start-embedded-system.ts';
import { startSplitSystem } from './start-split-system.ts';
import type { SystemOverrides, TestSystem } from './test-system.ts';

export type { SystemOverrides, TestSystem } from './test-system.ts';

/**
 * Starts the product on a free port with rate limits off and every plan available, in the profile of this run; disposing leaves
 * nothing behind.
 */
export function startSystem(overrides: SystemOverrides = {}): Promise<TestSystem> {
  return profile === 'distributed' ? startSplitSystem(overrides) : startEmbeddedSystem(overrides);
}
