import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArguments, systemChromium } from '../../e2e/support/chromium.ts';

/** Chromium with one page that nobody drives; disposing ends it and forgets its profile. */
export function runUndriven(url: string): AsyncDisposable {
  const profile = mkdtempSync(join(tmpdir(), 'onceover-undriven-'));
  // Without a pipe for a driver, which nobody uses, a headless Chromium ends when its page is there.
  const words = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...chromiumArguments, url];
  const browser = spawn(systemChromium() ?? chromium.executablePath(), words, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
  return {
    async [Symbol.asyncDispose]() {
      browser.kill('SIGTERM');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
