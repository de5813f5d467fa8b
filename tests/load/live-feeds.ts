import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@onceover/testing/eventually';
import type { Browser } from '../support/browser.ts';
import { LiveSocket } from '../support/live-socket.ts';
import { People } from '../support/people.ts';
import { cpuOf, residentMegabytes } from './process-usage.ts';
import { type OwnSystem, startOwn } from './systems.ts';
import { table } from './table.ts';

/**
 * Prints how soon owners hear that a secret of theirs was created, each in several browser tabs, and how long it takes to get
 * a thousand missed entries. Nothing passes or fails. Arguments: owners, tabs of each, secrets a second, seconds.
 */
const [owners = 250, tabs = 4, perSecond = 50, seconds = 20] = process.argv.slice(2).map(Number);
const FOLLOW = 'subscription ($after: ID) { secretActivity(after: $after) { seq kind secret { key state } } }';
const MISSED = 1000;
const atOnce = 8;

interface Owner {
  readonly browser: Browser;
  readonly sockets: readonly LiveSocket[];
  /** When each of their secrets was asked for, and when it was answered. */
  readonly asked: number[];
  readonly answered: number[];
  /** When each entry came, for each tab. */
  readonly heard: readonly number[][];
}

const directory = mkdtempSync(join(tmpdir(), 'onceover-feed-bench-'));
process.env.ONCEOVER_MAIL_DIR = join(directory, 'mail');
try {
  await using own = await startOwn('feed', directory);
  await measure(own);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(own: OwnSystem): Promise<void> {
  const url = `http://127.0.0.1:${own.port}`;
  const browsers = await signUpAll(url);
  const before = residentMegabytes(own.mainPid).now;
  const all: Owner[] = [];
  // More connections at once than a listening socket keeps waiting would be refused.
  while (all.length < browsers.length) {
    const some = browsers.slice(all.length, all.length + atOnce);
    all.push(...(await Promise.all(some.map((browser) => follow(url, browser)))));
  }
  const cpu = cpuOf(own.pids).server;
  await concealAll(all);
  const spent = cpuOf(own.pids).server - cpu;
  report(all, spent, { before, ...residentMegabytes(own.mainPid) });
  for (const { sockets } of all) for (const socket of sockets) socket[Symbol.dispose]();
  const [first] = all;
  if (first !== undefined) await comeBack(url, first.browser);
}

async function signUpAll(url: string): Promise<Browser[]> {
  const mailDir = String(process.env.ONCEOVER_MAIL_DIR);
  const people = new People({ url, mailDir, drain: async () => undefined, runAccounts: async () => undefined });
  const browsers: Browser[] = [];
  const signUp = async () => {
    const person = await people.unverified();
    await people.verify(person);
    await eventually(() => people.signIn(person), { withinMs: 30_000, everyMs: 2000 });
    await person.browser.graph('{ plans { id } }'); // the form token comes with the first answer
    browsers.push(person.browser);
  };
  while (browsers.length < owners)
    await Promise.all(Array.from({ length: Math.min(atOnce, owners - browsers.length) }, signUp));
  return browsers;
}

async function headOf(browser: Browser): Promise<string> {
  return (await browser.graph('{ activity { head } }')).json.data.activity.head;
}

async function open(url: string, browser: Browser, after: string): Promise<LiveSocket> {
  const live = await LiveSocket.connect(url, { origin: url, cookie: browser.cookie ?? '' }, { shrimp: browser.shrimp });
  live.subscribe('1', FOLLOW, { after });
  return live;
}

async function follow(url: string, browser: Browser): Promise<Owner> {
  const after = await headOf(browser);
  const sockets = await Promise.all(Array.from({ length: tabs }, () => open(url, browser, after)));
  const heard = sockets.map(({ socket }) => {
    const times: number[] = [];
    socket.on('message', (text) => {
      if (String(text).includes('"CREATED"')) times.push(performance.now());
    });
    return times;
  });
  return { browser, sockets, asked: [], answered: [], heard };
}

/** Secrets at the steady rate, whatever the answers take, then until all was heard. */
async function concealAll(all: readonly Owner[]): Promise<void> {
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let made = 0; made < perSecond * seconds; made += 1) {
    const due = started + (made * 1000) / perSecond - performance.now();
    if (due > 0) await sleep(due);
    const owner = all[made % all.length];
    if (owner !== undefined) answers.push(conceal(owner));
  }
  await Promise.all(answers);
  const isHeard = () => all.every(({ asked, heard }) => heard.every((times) => times.length >= asked.length));
  for (const end = performance.now() + 20_000; !isHeard() && performance.now() < end; ) await sleep(20);
}

async function conceal({ browser, asked, answered }: Owner): Promise<void> {
  const place = asked.push(performance.now()) - 1;
  await browser.post('/api/v2/secret/conceal', { secret: 'one of many' });
  answered[place] = performance.now();
}

function report(all: readonly Owner[], spent: number, memory: { before: number; now: number; highest: number }): void {
  const waits = (since: 'asked' | 'answered') =>
    all.flatMap((owner) => owner.heard.flatMap((times) => times.map((at, place) => at - (owner[since][place] ?? at))));
  const answered = all.flatMap((owner) => owner.answered.map((at, place) => at - (owner.asked[place] ?? at)));
  const told = all.reduce((sum, { heard }) => sum + heard.reduce((own, times) => own + times.length, 0), 0);
  const wanted = perSecond * seconds * tabs;
  console.log(`${owners} owners with ${tabs} sockets each, ${perSecond} secrets a second\n`);
  console.log(
    table([
      ['milliseconds', 'p50', 'p99', 'most'],
      ['creating: asked to answered', ...percentiles(answered)],
      ['asked to heard', ...percentiles(waits('asked'))],
      ['answered to heard', ...percentiles(waits('answered'))],
    ]),
  );
  console.log(`\ntold ${told} of ${wanted}: ${wanted - told} missing or repeated`);
  console.log(
    `CPU of the process: ${Math.round(spent / wanted)} us for each entry told, its share of creating included`,
  );
  console.log(
    `resident memory: ${memory.before.toFixed(0)} MB before the sockets, ${memory.now.toFixed(0)} MB now, ${memory.highest.toFixed(0)} MB at its highest`,
  );
}

async function comeBack(url: string, browser: Browser): Promise<void> {
  const after = await headOf(browser);
  const secrets = Array.from({ length: MISSED / atOnce }, () => atOnce);
  for (const count of secrets) {
    await Promise.all(
      Array.from({ length: count }, () => browser.post('/api/v2/secret/conceal', { secret: 'one of many' })),
    );
  }
  await sleep(1000);
  const started = performance.now();
  using live = await open(url, browser, after);
  while (live.messages.length <= MISSED && performance.now() < started + 20_000) await sleep(5);
  const keys = live.messages.flatMap(({ payload }) => payload?.data?.secretActivity?.secret?.key ?? []);
  const took = Math.round(performance.now() - started);
  console.log(
    `\ncoming back after ${MISSED} missed: ${took} ms for ${keys.length}, ${new Set(keys).size} of them different`,
  );
}

function percentiles(values: readonly number[]): [p50: number, p99: number, most: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return [at(0.5), at(0.99), at(1)];
}
