import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@onceover/testing/eventually';
import type { SplitProcess } from '../support/spawn-split.ts';
import { Answers } from './answers.ts';
import { countMade, expectComplete, expectToldSince, readTold } from './complete.ts';
import { Ledger } from './ledger.ts';
import { openProofPlace, type ProofPlace } from './place.ts';
import { type ProofRow, reportProof, seconds } from './proof-result.ts';
import { settle } from './settle.ts';
import { Traffic } from './traffic.ts';
import { versionsOf } from './versions.ts';

/** Kills the processes whose consumers make feed, emails and trail, at random moments while events flow. */
const LONGEST_LIFE_MS = 12_000;
/** Half of them are killed in the middle of work: so soon after they are seen to have made something. */
const WORKED_MS = 1_000;
const WORK_BEGINS_MS = 60_000;
const MOST_CATCHING_UP_MS = 60_000;
const ABOUT = `Processes with consumers were killed (SIGKILL) while events flowed, and started again at once: at a random moment of their first
${LONGEST_LIFE_MS / 1_000} seconds, or within a second after they were seen to have made an entry, by chance. In the end feed and trail had every event once, in order, numbered without a gap, and every
email had come.`;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' }, help: { type: 'boolean' } } });

async function prove(kills: number): Promise<void> {
  console.log('Starting PostgreSQL, Kafka, Redis, SMTP, DNS, the key store, and every service.');
  await using place = await openProofPlace({ gateway: 2 });
  const people = await settle(place);
  const [ledger, answers] = [new Ledger(), new Answers()];
  using traffic = new Traffic(place, people, { ledger, answers });
  traffic.begin();
  const victims = [...place.split.of('notifications'), ...place.split.of('audit')];
  const counts = await killInTurns(place, victims, kills);
  await traffic.end();
  const began = performance.now();
  const told = await readTold(place.postgres.address);
  const problems: string[] = [...new Set(ledger.problems), ...new Set(answers.wrong)];
  await eventually(() => expectTold(place, ledger, told), { withinMs: MOST_CATCHING_UP_MS, everyMs: 200 }).catch(
    (error: Error) => problems.push(error.message),
  );
  const tookMs = performance.now() - began;
  // What became of the last emails is told a moment after they have come.
  await eventually(() => expectComplete(place.postgres.address), { withinMs: MOST_CATCHING_UP_MS, everyMs: 500 }).catch(
    (error: Error) => problems.push(error.message),
  );
  const events = (what: 'feed' | 'trail') =>
    [...told[what].values()].reduce((sum, { expected }) => sum + expected.length, 0);
  const repeated = ledger.repeated(place.received());
  const rowOf = (name: string): ProofRow => ({
    cells: [
      name,
      counts.get(name) ?? 0,
      events('feed'),
      events('trail'),
      ledger.recipients.length,
      repeated,
      seconds(tookMs),
    ],
    problems: name === 'notifications' ? [...problems, ...new Set(ledger.problems)] : [],
  });
  reportProof({
    about: ABOUT,
    columns: ['killed', 'times', 'entries in feeds', 'entries in the trail', 'emails', 'sent again', 'caught up after'],
    rows: ['notifications', 'audit'].map(rowOf),
    versions: await versionsOf(place),
  });
}

/** Each of them again and again, until so many have been killed in all; resolves when all are up. */
async function killInTurns(place: ProofPlace, victims: readonly SplitProcess[], kills: number) {
  const counts = new Map<string, number>();
  let begun = 0;
  const kill = async (victim: SplitProcess) => {
    while (begun < kills) {
      begun += 1;
      const turn = begun;
      const started = performance.now();
      const when = Math.random() < 0.5 ? await untilWorking(place, victim) : await sleepAtMost(LONGEST_LIFE_MS);
      await victim.end('SIGKILL');
      counts.set(victim.name, (counts.get(victim.name) ?? 0) + 1);
      console.log(
        `${turn} of ${kills}: ${victim.name} was killed ${when}, after ${seconds(performance.now() - started)}`,
      );
      await victim.restart();
    }
  };
  await Promise.all(victims.map(kill));
  return counts;
}

async function sleepAtMost(ms: number): Promise<string> {
  await sleep(Math.random() * ms);
  return 'at random';
}

/** Resolves a moment after it has made more than it had. */
async function untilWorking({ postgres }: ProofPlace, { name }: SplitProcess): Promise<string> {
  const made = () => countMade(postgres.address, name);
  const before = await made();
  const grown = async () => {
    if ((await made()) <= before) throw new Error(`${name} has made nothing for ${WORK_BEGINS_MS / 1_000} s`);
  };
  await eventually(grown, { withinMs: WORK_BEGINS_MS, everyMs: 50 });
  await sleep(Math.random() * WORKED_MS);
  return 'at work';
}

async function expectTold(
  place: ProofPlace,
  ledger: Ledger,
  told: Awaited<ReturnType<typeof readTold>>,
): Promise<void> {
  await expectToldSince(told, place.postgres.address);
  const missing = ledger.missing(place.received());
  if (missing.length > 0) throw new Error(`${missing.length} emails have not come`);
}

if (values.help) console.log('node tests/prove/consumers.ts [--kills 100]');
else await prove(Number(values.kills));
process.exit();
