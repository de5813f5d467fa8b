import { afterAll, vi } from 'vitest';

// The next file of the process finds it as this one did.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
