import { runAuditCommand } from '@onceover/audit/cli';
import { watermarkAge } from '@onceover/event-bus';
import { runRebuildCommand } from '@onceover/event-bus/cli';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { lacksOwnKafka } from '@onceover/testing/kafka';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BothProfiles, type Profile, type Rebuilding, startBothProfiles } from './test-support/both-profiles.ts';
import type { Service } from './test-support/distributed-stack.ts';
import { commandOf, histories, type Story } from './test-support/history.ts';
import { projectedRows } from './test-support/projected-tables.ts';

const HISTORIES = Number(process.env.ONCEOVER_PROVE ?? 0) > 0 ? 15 : 3;
const PARTS = 3;
/** Of a history, on a machine that does much else. */
const MOST_MS = 100_000;
/** Some of them are erased; those of other histories are not. */
const groups = Array.from({ length: HISTORIES }, () => Array.from({ length: 4 }, newId));

/** What happens to the distributed system while a part of a history is told. */
type Disturbance =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'restart'; readonly name: Service; readonly trimmed: readonly LogName[] }
  | { readonly kind: 'join' | 'leave'; readonly name: Service };

let both: BothProfiles;
beforeAll(async () => {
  if (!(await lacksOwnKafka())) both = await startBothProfiles(groups.flat());
});
beforeEach(async ({ skip }) => skip(await lacksOwnKafka()));
afterAll(() => both?.[Symbol.asyncDispose]());

test(
  'whatever happens to whom, both profiles make the same rows of the same logs',
  async () => {
    const name = fc.constantFrom<Service>('accounts', 'secrets', 'notifications', 'audit');
    const disturbance = fc.oneof<fc.Arbitrary<Disturbance>[]>(
      fc.constant({ kind: 'nothing' }),
      fc.record({ kind: fc.constant('restart' as const), name, trimmed: fc.subarray([...logNames]) }),
      fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), name }),
    );
    const stories = fc.constantFrom(...groups).chain((accounts) => histories(accounts, PARTS));
    const disturbances = fc.array(disturbance, { minLength: PARTS, maxLength: PARTS });
    await fc.assert(
      fc.asyncProperty(stories, disturbances, async (all, each) => {
        for (const [part, what] of each.entries()) await during(what, () => tell(all, part));
        await expectSameRows();
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    );
    const filled = Object.entries(await projectedRows(both.distributed.database)).filter(([, rows]) => rows.length > 0);
    const tables = ['account_feed', 'mail', 'entries', 'heads', 'blocks', 'activity_counts', 'usage', 'inbox'];
    for (const table of tables) expect(filled.map(([about]) => about).join('\n')).toContain(`.${table}: `);
  },
  HISTORIES * MOST_MS,
);

test('what is made anew is the same again, as the owners of the logs tell it', async () => {
  const before = await projectedRows(both.distributed.database);
  for (const profile of [both.distributed, both.embedded]) {
    await rebuild(profile, 'notifications', 'notifications.account_feed');
    await rebuild(profile, 'accounts', 'accounts.usage');
    expect(await audit(profile, 'recount')).toContain('events counted');
  }
  const after = await expectSameRows();
  const anew = Object.keys(before).filter((table) => /feed|usage/.test(table));
  for (const table of anew) expect(after[table]).toEqual(before[table]);
});

test('each trail is that of the logs', async () => {
  for (const profile of [both.distributed, both.embedded]) {
    expect(await audit(profile, 'verify')).toContain('The audit trail is as it was written.');
  }
});

async function during(what: Disturbance, telling: () => Promise<void>): Promise<void> {
  const { distributed, trim } = both;
  if (what.kind === 'restart') {
    await distributed.restart(what.name, async () => {
      await telling();
      for (const log of what.trimmed) await trim(log);
    });
    return;
  }
  await Promise.all([telling(), what.kind === 'nothing' ? undefined : distributed[what.kind](what.name)]);
}

/** All stories at once, each in its order, so that they meet in the log as they happen to. */
async function tell(stories: readonly Story[], part: number): Promise<void> {
  await Promise.all(
    stories.map(async (story) => {
      for (const told of story.told.filter((each) => each.part === part)) {
        await both.append(story.log, commandOf(story, told));
      }
    }),
  );
}

/** The embedded profile says when it has heard everything. */
function expectSameRows() {
  const { embedded, distributed } = both;
  return eventually(
    async () => {
      await embedded.drain();
      const [theirs, ours] = await Promise.all([embedded, distributed].map(({ database }) => projectedRows(database)));
      expect(ours).toEqual(theirs);
      return ours ?? {};
    },
    { withinMs: 60_000, everyMs: 250 },
  );
}

async function rebuild({ tools, database }: Profile, service: Rebuilding, consumer: string): Promise<void> {
  await using open = new AsyncDisposableStack();
  const services = [await tools(service, open)];
  const lines: string[] = [];
  const place = async () => ({ services, watermarkAge: () => watermarkAge(database) });
  const code = await runRebuildCommand([consumer], { open: place, write: (line) => void lines.push(line) });
  expect([code, ...lines]).toEqual([0, expect.any(String)]);
}

async function audit({ config, database, historyOf, shardOf }: Profile, command: string): Promise<string> {
  const lines: string[] = [];
  const place = async () => ({ config: config.audit, database, historyOf, shardOf });
  await runAuditCommand([command], { open: place, write: (line) => void lines.push(line) });
  return lines.join('\n');
}
