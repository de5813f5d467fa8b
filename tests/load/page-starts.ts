import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumArguments, systemChromium } from '../e2e/support/chromium.ts';
import { type MainThreadCost, measureMainThread } from '../e2e/support/main-thread.ts';
import { ApiClient } from '../support/api-client.ts';
import { askedCount } from './asked-count.ts';
import { median } from './classifier.ts';
import { startMain } from './start-up.ts';
import { table } from './table.ts';

/**
 * Prints what the start of each public page costs the browser's main thread, beside the home page with JavaScript off, and
 * how many times as much as the recipient's page. A phone is taken as four times slower than this machine, so processor time
 * is multiplied by four; a task blocks by what it takes beyond 50 ms (total blocking time). Each sample has an empty cache;
 * pages are opened in turn. Nothing passes or fails. The argument is the number of samples; `--against` names a running
 * system, such as the version before, whose pages are opened in turn with these.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } });
const rounds = askedCount('rounds', 9, { words: positionals });
const recipientsPage = 'secret link';
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
  const pages = await pagesOf(`http://127.0.0.1:${main.port}`, '');
  if (values.against !== undefined) pages.push(...(await pagesOf(new URL(values.against).origin, ' (against)')));
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
  const costs = new Map([...samples].map(([name, own]) => [name, figures(own)]));
  const recipient = costs.get(recipientsPage);
  const rows = [...costs].map(([name, cost]) => [
    name,
    ...Object.values(cost),
    cost.together / (recipient?.together ?? 0),
  ]);
  const heading = ['page', 'script', 'style and layout', 'together', 'longest task', 'blocking', `× ${recipientsPage}`];
  process.stdout.write(`Milliseconds, 4 × slower than this machine\n${table([heading, ...rows])}\n`);
}

async function pagesOf(url: string, suffix: string) {
  using client = new ApiClient(url);
  const { secretKey, metadataKey } = await client.conceal('text');
  const pages = [
    { name: 'home without JavaScript', url: `${url}/`, hasScript: false },
    { name: recipientsPage, url: `${url}/secret/${secretKey}` },
    { name: 'home', url: `${url}/` },
    { name: 'private link', url: `${url}/private/${metadataKey}` },
    { name: 'about', url: `${url}/about` },
    { name: 'incoming', url: `${url}/incoming` },
  ];
  return pages.map((page) => ({ ...page, name: `${page.name}${suffix}` }));
}

function figures(costs: readonly MainThreadCost[]) {
  const middle = (of: (cost: MainThreadCost) => number) => median(costs.map(of)) * slowdown;
  const limit = unnoticedMilliseconds / slowdown;
  return {
    script: middle(({ script }) => script),
    styleAndLayout: middle(({ styleAndLayout }) => styleAndLayout),
    together: middle(({ script, styleAndLayout }) => script + styleAndLayout),
    longest: middle(({ tasks }) => Math.max(...tasks)),
    blocking: middle(({ tasks }) => tasks.reduce((total, task) => total + Math.max(0, task - limit), 0)),
  };
}
