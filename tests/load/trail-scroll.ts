import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArguments, systemChromium } from '../e2e/support/chromium.ts';
import { playRows } from '../e2e/support/play-rows.ts';
import { playTrail } from '../e2e/support/play-trail.ts';
import { ToldActivity } from '../e2e/support/told-activity.ts';
import { askedCount } from './asked-count.ts';
import { peopleOf } from './people-of.ts';
import { type OwnSystem, startOwn } from './systems.ts';
import { table } from './table.ts';

/**
 * Prints how many frames a second the list of the audit trail and the lists of secrets are drawn with while they are scrolled,
 * each beside a bare list of as much height, in one run; a bare list draws nothing, so those of secrets stand beside one of plain
 * lines, too. Nothing passes or fails. The argument is the number of entries.
 */
const count = askedCount('entries', 200_000);
/** As much as an answer may hold when a test plays it. */
const atOnce = 20_000;
const scrolledMs = 5_000;
/** As many as an owner's lists ever show. */
const secrets = 1_000;
/** As high as an entry of the trail, and as a row of secrets, in pixels. */
const [entryRow, secretRow] = [36, 56];

/**
 * Runs in the page; a text, as the types of this folder know no page. Three rows a frame: as fast as anybody can read a word in
 * passing. At the end it begins anew.
 */
const scrolling = (row: number) => `(async () => {
  const grid = document.querySelector('[role=grid]') ?? document.scrollingElement;
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const began = await frame();
  let [before, frames, longest] = [began, 0, 0];
  while (before - began < ${scrolledMs}) {
    if (grid.scrollTop + grid.clientHeight >= grid.scrollHeight - 1) grid.scrollTo(0, 0);
    else grid.scrollBy(0, ${3 * row});
    const now = await frame();
    frames += 1;
    longest = Math.max(longest, now - before);
    before = now;
  }
  return { frames, longest, nodes: document.querySelectorAll('*').length };
})()`;

interface Drawn {
  readonly frames: number;
  /** Milliseconds. */
  readonly longest: number;
  readonly nodes: number;
}

const directory = mkdtempSync(join(tmpdir(), 'onceover-scroll-bench-'));
process.env.ONCEOVER_MAIL_DIR = join(directory, 'mail');
try {
  await using own = await startOwn('scroll', directory);
  await measure(own);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(own: OwnSystem): Promise<void> {
  const url = `http://127.0.0.1:${own.port}`;
  const person = await peopleOf(own, directory).colonel({ secondFactor: true });
  const executablePath = systemChromium();
  const launched = { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) };
  await using browser = await chromium.launch(launched);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(person.browser.cookies);
  const bareTrail = await bareList(context, count * entryRow);
  const trail = await trailOf(context, url);
  const bareRows = await bareList(context, secrets * secretRow);
  const lines = await bareList(context, secrets * secretRow, plainLines());
  const rows = await rowsOf(context, url);
  const drawn = [
    ['a bare list', await scroll(bareTrail, entryRow)],
    [`the trail, ${count} entries`, await scroll(trail, entryRow)],
    ['a bare list, again', await scroll(bareTrail, entryRow)],
    ['a bare list', await scroll(bareRows, secretRow)],
    [`${secrets} plain lines`, await scroll(lines, secretRow)],
    [`${secrets} secrets`, await scroll(rows, secretRow)],
    ['plain lines, again', await scroll(lines, secretRow)],
    ['a bare list, again', await scroll(bareRows, secretRow)],
  ] as const;
  const heading = ['', 'frames a second', 'longest frame, ms', 'elements in the page'];
  console.log(table([heading, ...drawn.map(([name, all]) => [name, ...figures(all)])]));
}

function plainLines(): string {
  const line = (place: number) =>
    `<div style="height: ${secretRow}px">Label ${place}: not received, expires in 5 days</div>`;
  return Array.from({ length: secrets }, (_, place) => line(place)).join('');
}

async function bareList(context: BrowserContext, height: number, content = ''): Promise<Page> {
  const page = await context.newPage();
  await page.setContent(
    `<div role="grid" style="height: 700px; overflow: auto"><div style="height: ${height}px">${content}</div></div>`,
  );
  return page;
}

async function rowsOf(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  // The real account has none, and its stream would say so.
  await ToldActivity.on(page);
  await playRows(page, secrets);
  await page.goto(`${url}/recent`);
  await page
    .locator('[data-row]')
    .nth(secrets - 1)
    .waitFor({ state: 'attached' });
  return page;
}

async function trailOf(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await playTrail(page, count, atOnce);
  await page.goto(`${url}/colonel/audit`);
  for (let there = Math.min(atOnce, count); ; there = Math.min(there + atOnce, count)) {
    await page.locator(`[role=grid][aria-rowcount="${there + 1}"]`).waitFor();
    if (there === count) return page;
    await page.getByRole('button', { name: 'Older entries' }).click();
  }
}

async function scroll(page: Page, row: number): Promise<Drawn> {
  await page.bringToFront();
  return await page.evaluate<Drawn>(scrolling(row));
}

function figures({ frames, longest, nodes }: Drawn): (number | string)[] {
  return [frames / (scrolledMs / 1_000), longest, String(nodes)];
}
