import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { logNames } from '../events/logs.ts';
import { samplesOf } from '../test-support/samples.ts';
import { askersOf, internalCalls, neighboursOf, serviceNames } from './catalog.ts';
import { logCallsOf } from './log-history.ts';
import { settleEventIn } from './service-health.ts';

const names = internalCalls.map(({ name }) => name);

test('every call that is declared is in the catalogue, once', async () => {
  const files = readdirSync(new URL('./', import.meta.url)).filter((file) => !/(catalog|\.test)\.ts$/.test(file));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(new URL(file, import.meta.url).href)),
  );
  const declared = modules.flatMap((module) => Object.values(module)).filter(isCall);
  const perLog = logNames.flatMap((log) => [...Object.values(logCallsOf(log)), settleEventIn(log)]);
  expect([...names].sort()).toEqual([...declared, ...perLog].map(({ name }) => name).sort());
  expect(new Set(names).size).toBe(names.length);
});

function isCall(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'input' in value && 'output' in value;
}

test('calls are answered and asked by services of ours', () => {
  for (const { name, askers } of internalCalls) {
    const [answerer] = name.split('.');
    expect(serviceNames).toContain(answerer);
    expect(askers.length).toBeGreaterThan(0);
    for (const asker of askers) expect(serviceNames, name).toContain(asker);
  }
});

test('who asks whom is the same from both sides', () => {
  expect(neighboursOf('gateway')).toEqual(['accounts', 'secrets', 'notifications', 'audit']);
  expect(neighboursOf('secrets')).toEqual(['accounts', 'notifications']);
  const asked = serviceNames.flatMap((name) => neighboursOf(name).map((other) => `${name} ${other}`));
  const answered = serviceNames.flatMap((name) => askersOf(name).map((other) => `${other} ${name}`));
  expect(asked.toSorted()).toEqual(answered.toSorted());
});

/** What travels between two processes. */
const travelled = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.each(internalCalls.map((call) => [call.name, call] as const))('%s', (_name, { input, output }) => {
  test.each([
    ['what goes in', input],
    ['what comes out', output],
  ] as const)('%s is JSON, and means the same after it has travelled', (_what, shape: z.ZodType) => {
    // Throws for moments, bytes and whatever else JSON does not know.
    expect(z.toJSONSchema(shape, { io: 'input' })).toBeDefined();
    fc.assert(
      fc.property(samplesOf(shape), (sample) => {
        expect(shape.parse(travelled(sample))).toEqual(shape.parse(sample));
      }),
      { numRuns: 50 },
    );
  });
});

test('a moment or bytes that are declared as such are found out', () => {
  for (const shape of [z.date(), z.instanceof(Uint8Array), z.bigint(), z.map(z.string(), z.string())]) {
    expect(() => z.toJSONSchema(z.object({ it: shape }), { io: 'input' })).toThrow();
  }
});
