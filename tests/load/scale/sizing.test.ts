import { expect, test } from 'vitest';
import { Cell, type CellPlan } from './cell.ts';
import { assumedMix, creationRates, dayCurve, meanDaysAlive } from './load.ts';
import { oneMachine } from './one-machine.ts';
import { boundsOfDatabase, needsOf, perSecretADay, usualGoals } from './sizing.ts';

test('a day has its mean, and its peak is the peak factor', () => {
  const hours = Array.from({ length: 240 }, (_, tenth) => dayCurve(tenth / 10, 3));
  expect(hours.reduce((sum, each) => sum + each, 0) / hours.length).toBeCloseTo(1, 6);
  expect(Math.max(...hours)).toBeCloseTo(3, 6);
  expect(creationRates(86_400, assumedMix)).toEqual({ mean: 1, peak: assumedMix.peakFactor });
});

test('secrets that nobody opens wait for their whole lifetime', () => {
  expect(meanDaysAlive({ ...assumedMix, opened: 0 })).toBe(assumedMix.lifetimeDays);
  expect(meanDaysAlive({ ...assumedMix, opened: 1, hoursUntilOpened: 12 })).toBe(0.5);
});

test('no bound of a database is crossed, and cells are no more than that needs', () => {
  const [first] = boundsOfDatabase(assumedMix, usualGoals);
  const perDay = first?.perDay ?? 0;
  expect(needsOf(perDay, assumedMix, usualGoals).cells).toBe(1);
  expect(needsOf(1.01 * perDay, assumedMix, usualGoals).cells).toBe(2);
  const { cells, cell } = needsOf(1e8, assumedMix, usualGoals);
  expect(cells * cell.perDay).toBeCloseTo(1e8, 0);
  expect(cell.perDay).toBeLessThanOrEqual(perDay);
  expect(cell.shareOfEpoch).toBeLessThanOrEqual(usualGoals.ofEpoch + 1e-9);
});

test('epochs that are twice as long leave twice as much time for their end, and half as much log', () => {
  const twice = { ...usualGoals, epochMinutes: 2 * usualGoals.epochMinutes };
  const walkOf = (goals: typeof usualGoals) =>
    boundsOfDatabase(assumedMix, goals).find(({ what }) => what.includes('end of an epoch'))?.perDay ?? 0;
  expect(walkOf(twice) / walkOf(usualGoals)).toBeCloseTo(2, 6);
  const cpuOf = (goals: typeof usualGoals) => perSecretADay(assumedMix, goals).walkCpu;
  expect(cpuOf(usualGoals) / cpuOf(twice)).toBeCloseTo(2, 6);
});

const quiet: CellPlan = {
  perSecond: 5,
  gateways: 2,
  secretsProcesses: 2,
  databaseCores: 2,
  rows: 0,
  living: 0,
};

test('a cell answers what comes to it, the same in every run', () => {
  const [one, again] = [new Cell(quiet, 9).run(60), new Cell(quiet, 9).run(60)];
  expect(one.conceals.count).toBeGreaterThan(200);
  expect(one.conceals.quantiles([0.5, 0.99])).toEqual(again.conceals.quantiles([0.5, 0.99]));
  for (const { inside } of one.stations()) expect(inside).toBeLessThanOrEqual(2);
});

test('the busier a cell, the longer everybody waits', () => {
  const p99 = (perSecond: number) => new Cell({ ...quiet, perSecond }, 9).run(4).conceals.quantiles([0.99])[0] ?? 0;
  expect(p99(1_000)).toBeGreaterThan(p99(20));
});

test('feeds stand still while the relay is lost, and pages without Redis ask every 15 seconds', () => {
  const plan = { ...quiet, perSecond: 20 };
  const relay = new Cell(plan, 9, 'relay').run(60);
  const [feed = 0] = relay.feeds.quantiles([1]);
  expect(feed).toBeGreaterThan(9_000);
  expect(feed).toBeLessThan(11_000);
  expect(relay.bells.quantiles([0.99])[0]).toBeLessThan(100);
  const [bell = 0] = new Cell(plan, 9, 'Redis').run(240).bells.quantiles([0.5]);
  expect(bell).toBeGreaterThan(6_000);
  expect(bell).toBeLessThan(9_000);
});

test('while the database is away everybody is refused, and nobody afterwards', () => {
  const cell = new Cell({ ...quiet, perSecond: 20 }, 9, 'database').run(60);
  const asked = 20 * (1 + assumedMix.looks + assumedMix.opened);
  expect(cell.refused / asked).toBeGreaterThan(20);
  expect(cell.refused / asked).toBeLessThan(45);
  expect(cell.conceals.count).toBeGreaterThan(300);
});

test('connections that ask one after the other are bounded by what a request takes', () => {
  const { perSecond, p50Ms } = oneMachine('look', 1);
  expect(perSecond).toBeCloseTo(1000 / p50Ms, -2);
  expect(oneMachine('look', 64).perSecond).toBeGreaterThan(4 * perSecond);
});
