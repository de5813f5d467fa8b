import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { gateNamed, gates, piecesOf } from './gates.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const parts = gates.flatMap((gate) => gate.parts);
const endings: Readonly<Record<string, string>> = { int: '.int.test.ts', kafka: '.kafka.test.ts', e2e: '.e2e.ts' };
const testFiles = globSync('{schema,packages,services,infra,tests}/**/*.{test,e2e}.ts', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
});

test('every gate of the security design has an entry that something runs, and what else is proved has one too', () => {
  const names = gates.map(({ name }) => name);
  const designed = Array.from({ length: 24 }, (_, at) => `G${at + 1}`);
  expect(names.slice(0, 24)).toEqual(designed);
  expect(names.slice(24)).toEqual(['Known', 'Profiles']);
  expect(gates.filter((gate) => gate.parts.length === 0)).toEqual([]);
});

test('no two parts have the same name, nor a part that of a gate', () => {
  const names = [...gates, ...parts].map(({ name }) => name.toLowerCase());
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('each word by which a part chooses files chooses one that belongs to its suite', () => {
  const chosen = parts.flatMap(({ name, suite, files = [] }) => {
    const found = files.filter((word) => {
      const ending = endings[suite ?? ''] ?? '.test.ts';
      return !testFiles.some((file) => file.includes(word) && file.endsWith(ending));
    });
    return found.map((word) => `${name}: ${word}`);
  });
  expect(chosen).toEqual([]);
  const scripts = parts.flatMap(({ script }) => script ?? []);
  expect(scripts.filter((script) => !existsSync(path.join(root, 'tests', 'prove', script)))).toEqual([]);
});

test('a part is run in one way, and one with a volume says what it counts, how many in a piece, and how many when in haste', () => {
  for (const part of parts) {
    expect([part.suite, part.script, part.command].filter((way) => way !== undefined)).toHaveLength(1);
    const sizes = [part.full, part.quick, part.piece, part.counts].filter((size) => size !== undefined);
    expect([part.name, sizes.length]).toEqual([part.name, sizes.length === 0 ? 0 : 4]);
    expect(part.quick ?? 0).toBeLessThanOrEqual(part.full ?? 0);
    expect(part.zero ?? []).toHaveLength(new Set(part.zero).size);
  }
});

test('the pieces of a part add up to its volume', () => {
  const part = { name: 'x', what: 'x', seconds: 1, counts: 'x', full: 10, quick: 3, piece: 4 };
  expect(piecesOf(part, 'full').map(({ volume }) => volume)).toEqual([4, 4, 2]);
  expect(piecesOf(part, 'quick').map(({ index, volume }) => [index, volume])).toEqual([[1, 3]]);
  expect(piecesOf({ name: 'x', what: 'x', seconds: 1 }, 'full')).toEqual([{ index: 1, volume: undefined }]);
});

test('a gate is found by its name in any case, and a part alone', () => {
  expect(gateNamed('g1')?.name).toBe('G1');
  expect(gateNamed('races')).toMatchObject({ name: 'G1', parts: [{ name: 'races' }] });
  expect(gateNamed('G99')).toBeUndefined();
});
