import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@onceover/testing/eventually';
import { type Browser as Chromium, chromium, type Page } from '@playwright/test';
import { chromiumArguments, systemChromium } from '../e2e/support/chromium.ts';
import { ApiClient } from '../support/api-client.ts';
import { concealAs } from '../support/customer-secrets.ts';
import { DashboardPage } from '../support/pages/dashboard-page.ts';
import { MetadataPage } from '../support/pages/metadata-page.ts';
import { newEmail, People, type Person } from '../support/people.ts';
import type { SplitProcess } from '../support/spawn-split.ts';
import { readTexts } from '../support/texts.ts';
import { openProofPlace, type ProofPlace } from './place.ts';
import { type ProofRow, reportProof, seconds } from './proof-result.ts';
import { versionsOf } from './versions.ts';

/** Kills every process in turn while one browser watches a dashboard and another one, by another gateway, a private page. */
const AWAY_MS = 2_000;
/** A page asks every 15 s while nobody tells it; a killed consumer is missed after 10 s. */
const MOST_SEEN_MS = 45_000;
const ABOUT = `One browser watched a customer's dashboard by one gateway, another one the private page of a secret by the other. Each process
was killed, and started again after ${AWAY_MS / 1_000} s. Meanwhile the secret was opened, and the customer made another one. Both pages
had to show it without being reloaded, and to be live again.`;

const texts = readTexts('en');
const { values } = parseArgs({
  options: { times: { type: 'string', default: '2' }, help: { type: 'boolean' } },
});

/** What both pages look at. */
interface Watched {
  readonly place: ProofPlace;
  readonly person: Person;
  readonly dashboard: DashboardPage;
  readonly metadata: MetadataPage;
}

async function prove(times: number): Promise<void> {
  console.log('Starting PostgreSQL, Kafka, Redis, SMTP, DNS, the key store, every service, and two browsers.');
  await using stack = new AsyncDisposableStack();
  const place = stack.use(await openProofPlace({ gateway: 2, secrets: 2, notifications: 2, audit: 2, accounts: 2 }));
  const watched = await watch(place, stack);
  const rows: ProofRow[] = [];
  for (const victim of [...place.split.all, place.split.keyStore]) rows.push(await proveKills(watched, victim, times));
  const versions = {
    ...(await versionsOf(place)),
    Chromium: watched.dashboard.page.context().browser()?.version() ?? '',
  };
  const columns = [
    'killed',
    'times',
    'private page showed it after',
    'dashboard showed it after',
    'both live again after',
  ];
  reportProof({ about: ABOUT, columns, rows: numbered(rows), versions });
}

async function watch(place: ProofPlace, stack: AsyncDisposableStack): Promise<Watched> {
  const nothing = async () => undefined;
  const [first = '', second = ''] = place.split.urls;
  const people = new People({ url: first, mailDir: place.mailDir, drain: nothing, runAccounts: nothing });
  const person = await people.paidCustomer({ email: newEmail('watcher') });
  const executablePath = systemChromium();
  const launch = { args: chromiumArguments, ...(executablePath === undefined ? {} : { executablePath }) };
  const browsers = [stack.use(await chromium.launch(launch)), stack.use(await chromium.launch(launch))] as const;
  const dashboard = new DashboardPage(await pageOf(browsers[0], first, person), texts);
  const metadata = new MetadataPage(await pageOf(browsers[1], second), texts);
  await dashboard.open();
  return { place, person, dashboard, metadata };
}

async function pageOf(browser: Chromium, baseURL: string, person?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-US', permissions: ['local-network-access'] });
  if (person !== undefined) await context.addCookies(person.browser.cookies);
  return await context.newPage();
}

async function proveKills(watched: Watched, victim: SplitProcess, times: number): Promise<ProofRow> {
  const slowest = { metadata: 0, dashboard: 0, live: 0 };
  const problems: string[] = [];
  for (let time = 1; time <= times; time += 1) {
    const took = await killOnce(watched, victim).catch((error: Error) => {
      problems.push(`time ${time}: ${error.message}`);
      return slowest;
    });
    for (const each of ['metadata', 'dashboard', 'live'] as const) slowest[each] = Math.max(slowest[each], took[each]);
    console.log(
      `${victim.name} killed, ${time} of ${times}: seen after ${seconds(took.metadata)} and ${seconds(took.dashboard)}, live after ${seconds(took.live)}`,
    );
  }
  const { metadata, dashboard, live } = slowest;
  return { cells: [victim.name, times, seconds(metadata), seconds(dashboard), seconds(live)], problems };
}

/** Milliseconds after the kill until both pages show what has happened, and until both are live. */
async function killOnce({ place, person, dashboard, metadata }: Watched, victim: SplitProcess) {
  const [, url = ''] = place.split.urls;
  using visitor = new ApiClient(url);
  const opened = await visitor.conceal('watched');
  await metadata.open(opened.metadataKey);
  await untilLive(dashboard.page, metadata.page);
  const killed = performance.now();
  const since = () => performance.now() - killed;
  await victim.end('SIGKILL');
  const back = sleep(AWAY_MS).then(() => victim.restart());
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const happened = Promise.all([
    persist(async () => expectOk((await visitor.reveal(opened.secretKey, {}, headers)).status)),
    persist(() => concealAs(person, 'made meanwhile')),
  ]);
  const seen = happened.then(async ([, made]) => {
    const [byMetadata, byDashboard] = await Promise.all([
      metadata.status
        .filter({ hasText: /^received$/ })
        .waitFor({ timeout: MOST_SEEN_MS })
        .then(since),
      dashboard.row(dashboard.notReceived, made.secretShortKey).waitFor({ timeout: MOST_SEEN_MS }).then(since),
    ]);
    return { metadata: byMetadata, dashboard: byDashboard };
  });
  const [took] = await Promise.all([seen, back]);
  await untilLive(dashboard.page, metadata.page);
  const live = since();
  expectPath(dashboard.page, '/dashboard');
  expectPath(metadata.page, `/private/${opened.metadataKey}`);
  return { ...took, live };
}

async function untilLive(...pages: readonly Page[]): Promise<void> {
  const live = async (page: Page) => {
    const said = await page.getByTestId('live').textContent();
    if (said !== texts.core.live.on) throw new Error(`the page says "${said}"`);
  };
  await eventually(() => Promise.all(pages.map(live)), { withinMs: MOST_SEEN_MS, everyMs: 100 });
}

/** As somebody does who was told that there is no answer at present. */
function persist<R>(work: () => Promise<R>): Promise<R> {
  return eventually(work, { withinMs: MOST_SEEN_MS, everyMs: 200 });
}

function expectOk(status: number): void {
  if (status !== 200) throw new Error(`answered with ${status}`);
}

function expectPath(page: Page, path: string): void {
  if (new URL(page.url()).pathname !== path) throw new Error(`the page is at ${page.url()}`);
}

/** Several processes of one service are told apart. */
function numbered(rows: readonly ProofRow[]): readonly ProofRow[] {
  const seen = new Map<unknown, number>();
  return rows.map(({ cells: [name = '', ...others], problems }) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { cells: [`${name} ${number}`, ...others], problems };
  });
}

if (values.help) console.log('node tests/prove/watching.ts [--times 2]');
else await prove(Number(values.times));
process.exit();
