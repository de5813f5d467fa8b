import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArguments, systemChromium } from '../e2e/support/chromium.ts';
import { type MainThreadCost, measureMainThread } from '../e2e/support/main-thread.ts';
import { ApiClient } from '../support/api-client.ts';
import { askedCount } from './asked-count.ts';
import { median } from './classifier.ts';
import { startMain } from './start-up.ts';
import { table } from './table.ts';

/**
 * Prints what the start of each public page costs the browser's main thread, beside the home page with JavaScript off. A
 * phone is taken as four times slower than this machine, so processor time is multiplied by four; a task blocks by what
 * it takes beyond 50 ms (total blocking time). Each sample has an empty cache; pages are opened in turn. Nothing passes
 * or fails. The argument is the number of samples.
 */
const rounds = askedCount('rounds', 9);
const slowdown = 4;
const unnoticedMilliseconds = 50;

const directory = mkdtempSync(join(tmpdir(), 'onceover-pages-'));
try {
  await run();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function run(): Promise<void> {
  await using main = await startMain({
    ONCEOVER_DATA_DIR: join(directory, 'data'),
    ONCEOVER_KEYS_DIR: join(directory, 'keys'),
    ONCEOVER_INCOMING_RECIPIENT: 'support@example.com',
  });
  const url = `http://127.0.0.1:${main.port}`;
  using client = new ApiClient(url);
  const { secretKey, metadataKey } = await client.conceal('text');
  const pages = [
    { name: 'home without JavaScript', url: `${url}/`, hasScript: false },
    { name: 'secret link', url: `${url}/secret/${secretKey}` },
    { name: 'home', url: `${url}/` },
    { name: 'private link', url: `${url}/private/${metadataKey}` },
    { name: 'about', url: `${url}/about` },
    { name: 'incoming', url: `${url}/incoming` },
  ];
  const executablePath = systemChromium();
  const launched = { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) };
  await using browser = await chromium.launch(launched);
  const samples = new Map(pages.map(({ name }) => [name, [] as MainThreadCost[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const page of pages) {
      const cost = await measureMainThread(browser, page);
      // The first round fills the caches of the machine.
      if (round > 0) samples.get(page.name)?.push(cost);
    }
  }
  const heading = ['page', 'script', 'style and layout', 'longest task', 'blocking (ms, 4 × slower)'];
  process.stdout.write(`${table([heading, ...[...samples].map(([name, costs]) => [name, ...figures(costs)])])}\n`);
}

function figures(costs: readonly MainThreadCost[]): number[] {
  const middle = (of: (cost: MainThreadCost) => number) => median(costs.map(of)) * slowdown;
  const limit = unnoticedMilliseconds / slowdown;
  return [
    middle(({ script }) => script),
    middle(({ styleAndLayout }) => styleAndLayout),
    middle(({ tasks }) => Math.max(...tasks)),
    middle(({ tasks }) => tasks.reduce((total, task) => total + Math.max(0, task - limit), 0)),
  ];
}
