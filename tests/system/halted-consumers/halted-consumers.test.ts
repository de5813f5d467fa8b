import path from 'node:path';
import { logNames } from '@onceover/schema/events/logs';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../support/browser.ts';
import { concealAs } from '../../support/customer-secrets.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { People } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

/** They stop at an event that they cannot handle. */
const HALTING = ['accounts.usage', 'secrets.deliveries', 'secrets.plan-limits'];
/** They set it aside. */
const PARKING = ['accounts.verification', 'notifications.mail'];
/** Five tries take 8.5 s. */
const PATIENCE = { withinMs: 60_000, everyMs: 250 };

let stack: AsyncDisposableStack;
let systems: readonly [TestSystem, TestSystem];
let admin: pg.Client;
let start: () => Promise<TestSystem>;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const { address: database } = stack.use(await freshDatabase());
  const place = stack.use(temporaryPlace());
  const env = {
    ONCEOVER_KEYS_DIR: place.keysDir,
    ONCEOVER_MAIL_DIR: path.join(place.path, 'mail'),
    ONCEOVER_METRICS_PORT: '0',
  };
  start = async () => stack.use(await startSystem({ database, env }));
  systems = [await start(), await start()];
  admin = stack.adopt(new pg.Client(database), (client) => client.end());
  await admin.connect();
  await admin.query(`create table public.poisoned (consumer text); grant select on public.poisoned to public`);
  for (const schema of logNames) {
    await admin.query(`
      create function ${schema}.refuse_poison() returns trigger language plpgsql as $$ begin
        if exists (select from public.poisoned p where new.consumer like p.consumer || '@%') then
          raise exception 'poison' using errcode = 'data_exception';
        end if;
        return new;
      end $$;
      create trigger poison before insert on ${schema}.inbox for each row execute function ${schema}.refuse_poison()`);
  }
});
afterEach(() => stack.disposeAsync());

const poison = (consumers: readonly string[]) =>
  admin.query('insert into public.poisoned select unnest($1::text[])', [consumers]);

const readiness = () =>
  Promise.all(systems.map(async ({ url }) => (await new Browser(url).get('/health/ready')).status));

/** Lines of `events status` by the consumer they are about. */
async function statusOf(consumer: string): Promise<readonly string[]> {
  return (await systems[0].runEvents(['status'])).filter((line) => line.startsWith(`${consumer}@`));
}

async function haltedOn(consumer: string): Promise<string | undefined> {
  for (const line of await statusOf(consumer)) {
    const event = / halted on .* event ([0-9a-f-]{36})/.exec(line)?.[1];
    if (event !== undefined) return event;
  }
  return undefined;
}

/** Skips until the consumer is no longer halted: there may be several events it could not handle. */
async function skipAll(consumer: string): Promise<void> {
  await eventually(async () => {
    const event = await haltedOn(consumer);
    if (event !== undefined)
      await systems[1].runEvents(['skip', '--consumer', consumer, '--event', event, '--reason', 'maintenance']);
    expect(await haltedOn(consumer)).toBeUndefined();
  }, PATIENCE);
}

/** A process checks every three seconds whether a halt is over. */
async function everybodyGoesOn(): Promise<void> {
  for (const system of systems) await eventually(() => system.drain(), PATIENCE);
}

/** Every sample of `/metrics`, by its name and labels. */
async function metricsOf({ metricsUrl = '' }: TestSystem): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(metricsUrl)).text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('one poison event per consumer on two instances: both stay ready, status says who halted where, skip goes on', async () => {
  const nina = await new People(systems[0]).paidCustomer();
  await systems[0].drain();
  await poison([...HALTING, 'accounts.verification']);
  await concealAs(nina, 'tea at 5?', { 'recipient[]': 'tom@example.com' });
  const { secretKey } = await concealAs(nina, 'plum cake');
  await nina.browser.post(`/api/v2/secret/${secretKey}`, { continue: 'true' });
  await systems[0].runAccounts(['grant-plan', nina.email, 'basic']);
  for (const consumer of HALTING)
    await eventually(async () => expect(await haltedOn(consumer)).toBeDefined(), PATIENCE);
  await poison(['notifications.mail']);
  await concealAs(nina, 'tea at 6?', { 'recipient[]': 'tom@example.com' });
  const parked = async () => (await systems[0].runEvents(['dlq', 'list'])).join('\n');
  for (const consumer of PARKING) await eventually(async () => expect(await parked()).toContain(consumer), PATIENCE);

  expect(await readiness()).toEqual([200, 200]);
  const { secretKey: another } = await concealAs(nina, 'still here');
  expect((await nina.browser.post(`/api/v2/secret/${another}`, { continue: 'true' })).status).toBe(200);
  expect((await statusOf('accounts.usage')).join()).toMatch(/ halted on .*: .*poison/);

  await admin.query('delete from public.poisoned');
  const skipped = await haltedOn('accounts.usage');
  for (const consumer of HALTING) await skipAll(consumer);
  await everybodyGoesOn();
  const list = await parked();
  for (const consumer of [...HALTING, ...PARKING]) expect(list).toContain(consumer);
  expect(list).toContain(skipped);
  await systems[0].runEvents(['dlq', 'retry', '--consumer', 'accounts.usage', '--event', skipped ?? '']);
  for (const consumer of HALTING) expect(await haltedOn(consumer)).toBeUndefined();
  expect(await readiness()).toEqual([200, 200]);
});

test('a halted consumer tries again when a process starts, and goes on where it stood once it is mended', async () => {
  const nina = await new People(systems[0]).paidCustomer();
  await systems[0].drain();
  await poison(['secrets.plan-limits']);
  await systems[0].runAccounts(['grant-plan', nina.email, 'basic']);
  await eventually(async () => expect(await haltedOn('secrets.plan-limits')).toBeDefined(), PATIENCE);
  const labels = '{consumer="secrets.plan-limits@1",source="accounts",shard="0"}';
  for (const system of systems) {
    const metrics = await metricsOf(system);
    expect(metrics).toMatchObject({ [`onceover_consumer_halted${labels}`]: 1, onceover_ready: 1 });
    expect(metrics[`onceover_consumer_lag_events${labels}`]).toBeGreaterThan(0);
    expect(metrics[`onceover_consumer_lag_seconds${labels}`]).toBeGreaterThan(5);
  }
  await admin.query('delete from public.poisoned');
  const third = await start();
  await third.drain();
  expect(await haltedOn('secrets.plan-limits')).toBeUndefined();
  expect(await metricsOf(third)).toMatchObject({
    [`onceover_consumer_halted${labels}`]: 0,
    [`onceover_consumer_lag_events${labels}`]: 0,
  });
  await everybodyGoesOn();
});
