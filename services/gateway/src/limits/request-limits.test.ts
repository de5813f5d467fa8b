import { noTelemetry, type Telemetry } from '@onceover/service-kit/telemetry';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, test } from 'vitest';
import { memoryHeldBack } from './held-back.ts';
import { limitTable } from './limit-table.ts';
import {
  countedLimits,
  ForgivingLimiter,
  memoryLimits,
  NeverEnough,
  RateLimited,
  tellingRefusals,
  unlimited,
  type WatchedLimits,
} from './request-limits.ts';
import { memoryPlaces, noPlace, unlimitedPlaces } from './socket-places.ts';

let now = Date.parse('2030-03-17T10:00:00Z');
const clock = { now: () => new Date(now) };

async function refuse(limits: WatchedLimits, actor = { account: 'nina' }): Promise<void> {
  for (let taken = 0; taken < 2; taken += 1) await limits.take('destroy', actor);
  await expect(limits.take('destroy', actor)).rejects.toBeInstanceOf(RateLimited);
}

test('whoever is turned away is told when to come again, or that there is no use', () => {
  expect(new RateLimited(7)).toMatchObject({ name: 'RateLimited', message: 'rate limited', retryAfterSeconds: 7 });
  expect(new NeverEnough(7)).toMatchObject({ name: 'NeverEnough', message: 'more than the limit at once', points: 7 });
  expect(noPlace().retryAfterSeconds).toBe(30);
});

test('how often each limit refuses is told to whoever watches, and nothing else', async () => {
  const told: unknown[] = [];
  const named: unknown[] = [];
  const telemetry: Telemetry = {
    ...noTelemetry,
    count(what) {
      named.push(what);
      return (labels: unknown) => told.push(labels);
    },
  };
  const limits = tellingRefusals(memoryLimits(clock), telemetry);
  expect(named).toEqual([
    {
      name: 'onceover_limit_refusals_total',
      help: 'Requests that a limit refused, by limit.',
      labels: { limit: new Set(Object.keys(limitTable)) },
    },
  ]);
  await refuse(limits);
  await expect(limits.take('destroy', { account: 'tom' }, 3)).rejects.toBeInstanceOf(NeverEnough);
  expect(told).toEqual([{ limit: 'destroy' }]);
  expect(await limits.limited()).toHaveLength(1);
});

test('where nobody watches, nothing is between', () => {
  const limits = memoryLimits(clock);
  expect(tellingRefusals(limits, noTelemetry)).toBe(limits);
});

test('without limits nobody is turned away, listed or lifted', async () => {
  for (let taken = 0; taken < 5; taken += 1) await unlimited.take('destroy', { account: 'nina' });
  expect([unlimited.bounds, await unlimited.limited(), await unlimited.lift('x')]).toEqual([[], [], false]);
});

test('every window is a bound, without what counts it', () => {
  const { bounds } = memoryLimits(clock);
  expect(bounds).toContainEqual({ limit: 'conceal', kind: 'visitors', actions: 3000, seconds: 86_400 });
  expect(bounds).toHaveLength(32);
});

test('who is held back is shown as an account, as the tag of a network, or not at all', async () => {
  const limits = memoryLimits(clock);
  for (let taken = 0; taken < 30; taken += 1) await limits.take('session', { session: 's' });
  await expect(limits.take('session', { session: 's' })).rejects.toThrow();
  await refuse(limits);
  for (let taken = 0; taken < 3; taken += 1) await limits.take('incomingUnproven', { visitors: 'n' });
  await expect(limits.take('incomingUnproven', { visitors: 'n' })).rejects.toThrow();
  expect((await limits.limited()).map(({ kind, who }) => [kind, who])).toEqual([
    ['session', null],
    ['account', 'nina'],
    ['visitors', 'network'],
  ]);
});

test('somebody is held back until an instant, and at that instant no more', async () => {
  const heldBack = memoryHeldBack(clock);
  const held = { limit: 'destroy', kind: 'account', actions: 2, seconds: 1200, key: 'k', who: 'nina' } as const;
  await heldBack.note({ ...held, until: new Date(now + 1000) });
  expect(await heldBack.list()).toHaveLength(1);
  now += 1000;
  expect(await heldBack.list()).toEqual([]);
});

test('trouble of the place where actions are counted is no refusal, and a list without a counter can be lifted', async () => {
  class Broken extends RateLimiterMemory {
    override consume(): Promise<never> {
      return Promise.reject(new Error('no memory'));
    }
  }
  const heldBack = memoryHeldBack(clock);
  const limiterOf = () => new Broken({ points: 1, duration: 1 });
  const limits = countedLimits({ clock, keyOf: (actor) => actor, limiterOf, heldBack, tagOf: () => 't' });
  await expect(limits.take('destroy', { account: 'nina' })).rejects.toThrow('no memory');
  const gone = {
    limit: 'of-an-older-version',
    kind: 'account',
    actions: 2,
    seconds: 1,
    key: 'k',
    who: 'nina',
  } as const;
  await heldBack.note({ ...gone, until: new Date(now + 1000) });
  const [listed] = await limits.limited();
  expect(await limits.lift(listed?.id ?? '')).toBe(true);
});

test('trouble while points are counted gives none back', async () => {
  const limiter = new ForgivingLimiter({ points: 3, duration: 60 });
  await limiter.consume('k', 2);
  await expect(limiter.consume('k', 2)).rejects.toMatchObject({ remainingPoints: 0 });
  expect((await limiter.get('k'))?.consumedPoints).toBe(2);
});

test('places of sockets are given back, and forgotten with the last one', async () => {
  const places = memoryPlaces();
  const owner = { who: 'nina', most: 2 };
  const [first, second] = [await places.placeFor(owner), await places.placeFor(owner)];
  await expect(places.placeFor(owner)).rejects.toBeInstanceOf(RateLimited);
  first[Symbol.dispose]();
  const third = await places.placeFor(owner);
  await expect(places.placeFor(owner)).rejects.toBeInstanceOf(RateLimited);
  for (const place of [second, third]) place[Symbol.dispose]();
  for (let given = 0; given < 2; given += 1) await places.placeFor(owner);
  await expect(places.placeFor(owner)).rejects.toBeInstanceOf(RateLimited);
  expect(await unlimitedPlaces.placeFor({ who: 'nina', most: 0 })).toBeDefined();
});

test('one action that is refused counts, so that whoever goes on is not let in sooner', async () => {
  const limiter = new ForgivingLimiter({ points: 1, duration: 60 });
  await limiter.consume('k');
  await expect(limiter.consume('k')).rejects.toMatchObject({ remainingPoints: 0 });
  expect((await limiter.get('k'))?.consumedPoints).toBe(2);
});

test('lifted is the very counter that holds somebody back: of this limit, kind and window', async () => {
  const limiterOf = ({ seconds, kind, limit }: { seconds: number; kind: string; limit: string }) => {
    const isTight = seconds === 86_400 || (kind === 'session' && limit === 'session') || limit === 'destroy';
    return new ForgivingLimiter({ points: isTight ? 1 : 100, duration: 60 });
  };
  const heldBack = memoryHeldBack(clock);
  const limits = countedLimits({ clock, keyOf: (actor) => actor, limiterOf, heldBack, tagOf: () => 't' });
  for (const [name, actor] of [
    ['conceal', { visitors: 'n' }],
    ['session', { session: 's' }],
    ['destroy', { account: 'a' }],
  ] as const) {
    await limits.take(name, actor);
    await expect(limits.take(name, actor)).rejects.toBeInstanceOf(RateLimited);
    const [held] = await limits.limited();
    expect(await limits.lift(held?.id ?? '')).toBe(true);
    await limits.take(name, actor);
    await expect(limits.take(name, actor)).rejects.toBeInstanceOf(RateLimited);
    const [again] = await limits.limited();
    await limits.lift(again?.id ?? '');
  }
});
