import { expect, test } from 'vitest';
import { type Limit, type LimitName, limitTable } from './limit-table.ts';
import { type Actor, memoryLimits, RateLimited } from './request-limits.ts';

const clock = { now: () => new Date('2030-03-17T10:00:00Z') };
type Limits = ReturnType<typeof memoryLimits>;

async function takeMany(limits: Limits, name: LimitName, times: number, actor: Actor) {
  for (let taken = 0; taken < times; taken += 1) await limits.take(name, actor);
}

const refusalOf = (limits: Limits, name: LimitName, actor: Actor) =>
  limits.take(name, actor).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Every counter of every limit, with its smallest window. */
const counters = Object.entries(limitTable as Record<string, Limit>).flatMap(([name, limit]) =>
  Object.entries(limit).map(([kind, windows]) => [name as LimitName, kind as keyof Actor, windows[0]] as const),
);

test.each(counters)(
  '%s by %s: one below the limit and the limit pass, one above does not',
  async (name, kind, window) => {
    if (window === undefined) throw new Error('a limit without a window');
    const limits = memoryLimits(clock);
    const actor = { [kind]: 'somebody' };
    await takeMany(limits, name, window.actions - 1, actor);
    expect(await refusalOf(limits, name, actor)).toBeUndefined();
    const refused = await refusalOf(limits, name, actor);
    expect(refused).toBeInstanceOf(RateLimited);
    const { retryAfterSeconds } = refused as RateLimited;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(window.seconds);
    expect(await refusalOf(limits, name, { [kind]: 'somebody else' })).toBeUndefined();
  },
);

test.each(counters)('%s by %s: of 200 more than allowed, all at once, none passes', async (name, kind, window) => {
  if (window === undefined) throw new Error('a limit without a window');
  const limits = memoryLimits(clock);
  const actor = { [kind]: 'somebody' };
  const all = Array.from({ length: window.actions + 200 }, () => refusalOf(limits, name, actor));
  const passed = (await Promise.all(all)).filter((refused) => refused === undefined);
  expect(passed).toHaveLength(window.actions);
});

test('actions and actors are counted separately; an unknown actor is not counted', async () => {
  const limits = memoryLimits(clock);
  await takeMany(limits, 'session', 60, { network: '192.0.2.0/24' });
  await limits.take('session', { network: '198.51.100.0/24' });
  await limits.take('burn', { network: '192.0.2.0/24' });
  await takeMany(limits, 'conceal', 1000, { network: '192.0.2.0/24' });
});

test('a visitor is counted by network, a customer by account', async () => {
  const limits = memoryLimits(clock);
  await takeMany(limits, 'conceal', 300, { visitors: 'n' });
  expect(await refusalOf(limits, 'conceal', { visitors: 'n' })).toBeInstanceOf(RateLimited);
  await takeMany(limits, 'conceal', 600, { account: 'a' });
  expect(await refusalOf(limits, 'conceal', { account: 'a' })).toBeInstanceOf(RateLimited);
});

test("of a limit's two windows the shorter one refuses first", async () => {
  const limits = memoryLimits(clock);
  await takeMany(limits, 'conceal', 300, { visitors: 'n' });
  const refused = await refusalOf(limits, 'conceal', { visitors: 'n' });
  expect((refused as RateLimited).retryAfterSeconds).toBeLessThanOrEqual(600);
});
