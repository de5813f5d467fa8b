import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@onceover/testing/eventually';
import type { SplitProcess } from '../support/spawn-split.ts';
import { Answers, kinds } from './answers.ts';
import { expectComplete, expectToldSince, readTold } from './complete.ts';
import { Ledger } from './ledger.ts';
import { LogLines } from './log-lines.ts';
import { openProofPlace, type ProofPlace } from './place.ts';
import { noteProof, type ProofRow, reportProof, seconds } from './proof-result.ts';
import { settle } from './settle.ts';
import { type Manner, type Thing, thingsOf } from './things.ts';
import { Traffic } from './traffic.ts';
import { versionsOf } from './versions.ts';

/**
 * Stops each thing that the product needs, and each of its own processes, so many times under load, and checks every promise.
 */
const MOST_RECOVERY_MS = 30_000;
/** Whatever takes longer is seen too, and the next outage does not begin in the middle of it. */
const PATIENCE_MS = 120_000;
/** More lines than these from one process in one outage are a flood. */
const MOST_LINES = 40;
const COLUMNS = [
  'stopped',
  'times',
  'requests',
  'answered',
  '503',
  'cut off',
  'wrong',
  'secrets',
  'lost',
  'read twice',
  'emails',
  'missing',
  'sent again',
  'slowest 503',
  'mean recovery',
  'slowest recovery',
  'most log lines',
] as const;
const ABOUT = `Each was stopped so many times under load, for 2.5 s (Kafka for 8): killed and held still (SIGSTOP) in turn. Recovery is
from the moment it is back until every kind of request is answered again, every event until then is in feed and trail, and every email has come.
In the end every secret was read by one of three readers at once, or burned; feed and trail had every event once, in order.`;

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    logs: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const help = `node tests/prove/outages.ts [--times 20] [--only 'Redis,key store'] [--logs DIRECTORY]

Stops PostgreSQL, Kafka and everything else in turn, under load, and checks that nothing is lost. --logs keeps what the processes wrote.`;

/** What was seen of one thing. */
interface Seen {
  readonly times: number;
  slowestMs: number;
  sumMs: number;
  mostLines: number;
  readonly problems: string[];
}

async function prove(times: number): Promise<void> {
  console.log('Starting PostgreSQL, Kafka, Redis, SMTP, DNS, the key store, and every service.');
  await using place = await openProofPlace({ gateway: 2, secrets: 2 });
  const wanted = values.only.split(',').filter((name) => name !== '');
  const things = thingsOf(place).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const rows: ProofRow[] = [];
  const versions = await versionsOf(place);
  for (const thing of things) {
    rows.push(await proveThing(place, thing, times));
    noteProof({ about: ABOUT, columns: COLUMNS, rows, versions });
  }
  reportProof({ about: ABOUT, columns: COLUMNS, rows, versions });
}

/** Load for as long as one thing is stopped again and again; in the end everything that was promised is asked for. */
async function proveThing(place: ProofPlace, thing: Thing, times: number): Promise<ProofRow> {
  // A plan allows so many emails a day.
  const people = await settle(place);
  const [ledger, answers] = [new Ledger(), new Answers()];
  using traffic = new Traffic(place, people, { ledger, answers });
  const seen: Seen = { times, slowestMs: 0, sumMs: 0, mostLines: 0, problems: [] };
  traffic.begin();
  await eventually(() => expectWell(answers, 0), { withinMs: 60_000, everyMs: 100 });
  for (let time = 1; time <= times; time += 1) {
    const manner = thing.manners[time % thing.manners.length] as Manner;
    await strike(place, { thing, manner, time, seen }, { answers, ledger });
  }
  await traffic.end();
  await eventually(() => expectCome(ledger, place), { withinMs: 60_000, everyMs: 500 }).catch(() => undefined);
  await traffic.readKept();
  await eventually(() => expectComplete(place.postgres.address), { withinMs: 60_000, everyMs: 500 }).catch(
    (error: Error) => {
      ledger.problems.push(error.message);
    },
  );
  return rowOf(place, thing, seen, { answers, ledger });
}

interface Records {
  readonly answers: Answers;
  readonly ledger: Ledger;
}

interface Striking {
  readonly thing: Thing;
  readonly manner: Manner;
  readonly time: number;
  readonly seen: Seen;
}

/** One outage, with what it took and what was logged. */
async function strike(place: ProofPlace, { thing, manner, time, seen }: Striking, records: Records): Promise<void> {
  const logs = new LogLines(place);
  const tookMs = await outage(place, { thing, manner }, records).catch((error: Error) => {
    seen.problems.push(`${manner.how}, time ${time}: ${error.message}`);
    return PATIENCE_MS;
  });
  if (tookMs > MOST_RECOVERY_MS && tookMs < PATIENCE_MS) {
    seen.problems.push(`${manner.how}, time ${time}: well only after ${seconds(tookMs)}`);
  }
  seen.slowestMs = Math.max(seen.slowestMs, tookMs);
  seen.sumMs += tookMs;
  for (const process of gone(place)) {
    seen.problems.push(`${manner.how}, time ${time}: ${process.name} ended by itself: ${lastLine(process.output)}`);
    await process.restart();
  }
  if (thing.mustSay !== undefined && manner.how === 'killed') {
    const silent = logs.without(thing.mustSay).filter(({ name }) => thing.mustSay?.by.includes(name));
    if (silent.length > 0)
      seen.problems.push(`time ${time}: ${silent.map(({ name }) => name).join(', ')} did not say that it stands still`);
  }
  const { name, lines } = logs.most();
  seen.mostLines = Math.max(seen.mostLines, lines);
  if (values.logs !== undefined) logs.write(path.join(values.logs, `${thing.name}, ${time}, ${manner.how}`));
  console.log(
    `${thing.name}, ${manner.how}, ${time} of ${seen.times}: well after ${seconds(tookMs)}; most lines: ${name}, ${lines}`,
  );
}

/** Stops it, waits, starts it again; gives the milliseconds from its return until everything is well and told. */
async function outage(
  place: ProofPlace,
  { thing, manner }: Pick<Striking, 'thing' | 'manner'>,
  { answers, ledger }: Records,
): Promise<number> {
  await manner.stop();
  await sleep(thing.awayMs);
  await manner.start();
  const began = performance.now();
  const left = () => ({ withinMs: PATIENCE_MS - (performance.now() - began), everyMs: 100 });
  await eventually(() => expectWell(answers, began), left());
  const before = await readTold(place.postgres.address);
  const promised = ledger.recipients.length;
  const answeredMs = performance.now() - began;
  await eventually(() => expectToldSince(before, place.postgres.address), left());
  const toldMs = performance.now() - began;
  await eventually(() => expectCome(ledger, place, promised), left());
  console.log(`  answered after ${seconds(answeredMs)}, told after ${seconds(toldMs)}`);
  return performance.now() - began;
}

/** Processes that have ended although nobody stopped them. */
function gone({ split }: ProofPlace): readonly SplitProcess[] {
  return [...split.all, split.keyStore].filter(({ pid }) => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  });
}

const lastLine = (output: string): string => (output.trimEnd().split('\n').at(-1) ?? '').slice(0, 300);

function expectWell(answers: Answers, since: number): void {
  const ill = answers.illSince(since);
  if (ill.length > 0) throw new Error(`no answer yet to ${ill.join(', ')}`);
}

/** Of the emails that were promised first. */
function expectCome(ledger: Ledger, place: ProofPlace, promised = ledger.recipients.length): void {
  const missing = ledger.missing(place.received(), promised);
  if (missing.length > 0) throw new Error(`${missing.length} emails have not come`);
}

function rowOf(place: ProofPlace, thing: Thing, seen: Seen, { answers, ledger }: Records): ProofRow {
  const received = place.received();
  const [missing, repeated] = [ledger.missing(received).length, ledger.repeated(received)];
  const { slowestMs, sumMs, mostLines, times } = seen;
  const sums = (['well', 'away', 'cut', 'wrong'] as const).map((verdict) => answers.sum(verdict));
  return {
    cells: [
      thing.name,
      times,
      sums.reduce((sum, each) => sum + each),
      ...sums,
      ledger.entries.length,
      ledger.lost,
      ledger.seenTwice,
      ledger.recipients.length,
      missing,
      repeated,
      seconds(answers.slowestAwayMs),
      seconds(sumMs / times),
      seconds(slowestMs),
      mostLines,
    ],
    problems: [
      ...seen.problems,
      ...judged(thing, answers),
      ...new Set(ledger.problems),
      ...(missing > 0 ? [`${missing} emails have not come`] : []),
      ...(mostLines > MOST_LINES ? [`one process wrote ${mostLines} lines`] : []),
    ],
  };
}

/** What no outage excuses. */
function judged(
  { mayRefuse, mayCut, saysWithinMs = Number.POSITIVE_INFINITY }: Thing,
  answers: Answers,
): readonly string[] {
  const counts = kinds.map((kind) => ({ kind, ...answers.of(kind) }));
  return [
    ...new Set(answers.wrong.map((what) => `wrong answer, ${what}`).slice(0, 10)),
    ...counts
      .filter(({ kind, away }) => away > 0 && !mayRefuse.includes(kind))
      .map(({ kind, away }) => `${away} × no answer to "${kind}", which does not need it`),
    ...counts.filter(({ cut }) => cut > 0 && !mayCut).map(({ kind, cut }) => `${cut} × "${kind}" was cut off`),
    ...(answers.slowestAwayMs > saysWithinMs ? [`"not available" took ${seconds(answers.slowestAwayMs)}`] : []),
  ];
}

if (values.help) console.log(help);
else await prove(Number(values.times));
process.exit();
