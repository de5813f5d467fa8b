import { logNames } from '@onceover/schema/events/logs';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../support/browser.ts';
import { concealAs } from '../../support/customer-secrets.ts';
import { People } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

/** They stop at an event that they cannot handle. */
const HALTING = ['accounts.usage', 'secrets.deliveries', 'secrets.plan-limits'];
/** They set it aside. */
const PARKING = ['accounts.verification', 'notifications.mail'];
/** Five tries take 8.5 s. */
const PATIENCE = { withinMs: 60_000, everyMs: 250 };

let stack: AsyncDisposableStack;
let system: TestSystem;
let admin: pg.Client;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  system = stack.use(await startSystem({ env: { ONCEOVER_METRICS_PORT: '0' } }));
  await system.startMore();
  admin = stack.adopt(new pg.Client(system.database), (client) => client.end());
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

/** Of every process. */
async function expectReady(): Promise<void> {
  expect((await new Browser(system.url).get('/health/ready')).status).toBe(200);
  for (const samples of await metrics()) expect(samples.onceover_ready).toBe(1);
}

/** Lines of `events status` by the consumer they are about. */
async function statusOf(consumer: string): Promise<readonly string[]> {
  return (await system.runEvents(['status'])).filter((line) => line.startsWith(`${consumer}@`));
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
      await system.runEvents(['skip', '--consumer', consumer, '--event', event, '--reason', 'maintenance']);
    expect(await haltedOn(consumer)).toBeUndefined();
  }, PATIENCE);
}

/** A process checks every three seconds whether a halt is over. */
const everybodyGoesOn = () => eventually(() => system.drain(), PATIENCE);

/** Every sample of `/metrics` of each process, by its name and labels. */
const metrics = () => Promise.all(system.metricsUrls.map(metricsAt));

async function metricsAt(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(url)).text();
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

/** What each process that runs a consumer says about it, of the part of the log that is the worst. */
async function saidOf(consumer: string): Promise<readonly Said[]> {
  const all = await metrics();
  const worst = (samples: Readonly<Record<string, number>>, name: string) => {
    const start = `onceover_consumer_${name}{consumer="${consumer}@`;
    return Math.max(...Object.entries(samples).flatMap(([sample, value]) => (sample.startsWith(start) ? value : [])));
  };
  const theirs = all.filter((samples) => Number.isFinite(worst(samples, 'halted')));
  return theirs.map((samples) => ({
    halted: worst(samples, 'halted'),
    events: worst(samples, 'lag_events'),
    seconds: worst(samples, 'lag_seconds'),
    ready: samples.onceover_ready,
  }));
}

interface Said {
  readonly halted: number;
  readonly events: number;
  readonly seconds: number;
  readonly ready: number | undefined;
}

test('one poison event per consumer where two processes have each consumer: all stay ready, status says who halted where, skip goes on', async () => {
  const nina = await new People(system).paidCustomer();
  await system.drain();
  await poison([...HALTING, 'accounts.verification']);
  await concealAs(nina, 'tea at 5?', { 'recipient[]': 'tom@example.com' });
  const { secretKey } = await concealAs(nina, 'plum cake');
  await nina.browser.post(`/api/v2/secret/${secretKey}`, { continue: 'true' });
  await system.runAccounts(['grant-plan', nina.email, 'basic']);
  for (const consumer of HALTING)
    await eventually(async () => expect(await haltedOn(consumer)).toBeDefined(), PATIENCE);
  await poison(['notifications.mail']);
  await concealAs(nina, 'tea at 6?', { 'recipient[]': 'tom@example.com' });
  const parked = async () => (await system.runEvents(['dlq', 'list'])).join('\n');
  for (const consumer of PARKING) await eventually(async () => expect(await parked()).toContain(consumer), PATIENCE);

  await expectReady();
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
  await system.runEvents(['dlq', 'retry', '--consumer', 'accounts.usage', '--event', skipped ?? '']);
  for (const consumer of HALTING) expect(await haltedOn(consumer)).toBeUndefined();
  await expectReady();
});

test('a halted consumer tries again when a process starts, and goes on where it stood once it is mended', async () => {
  const nina = await new People(system).paidCustomer();
  await system.drain();
  await poison(['secrets.plan-limits']);
  await system.runAccounts(['grant-plan', nina.email, 'basic']);
  await eventually(async () => expect(await haltedOn('secrets.plan-limits')).toBeDefined(), PATIENCE);
  const said = await saidOf('secrets.plan-limits');
  expect(said).toHaveLength(2);
  for (const each of said) {
    expect(each).toMatchObject({ halted: 1, ready: 1 });
    expect(each.events).toBeGreaterThan(0);
    expect(each.seconds).toBeGreaterThan(5);
  }
  await admin.query('delete from public.poisoned');
  await system.startMore();
  await everybodyGoesOn();
  expect(await haltedOn('secrets.plan-limits')).toBeUndefined();
  const mended = { halted: 0, events: 0 };
  expect(await saidOf('secrets.plan-limits')).toMatchObject([mended, mended, mended]);
});
