import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutantOf } from './run-sql-guards.ts';
import { sqlGuards } from './sql-guards.ts';

const service = path.resolve(import.meta.dirname, '../../services/secrets/src');

test('every guard stands where it is said to, once, and its test is there', () => {
  for (const guard of sqlGuards) {
    const source = readFileSync(path.join(service, 'adapters/postgres/sql', guard.file), 'utf8');
    expect(mutantOf(source, guard).line).toBeGreaterThan(0);
    expect(guard.to).not.toBe(guard.from);
    expect(existsSync(path.join(service, guard.test))).toBe(true);
  }
});

test('a guard is told by its line; one that is gone, or stands there twice, is refused', () => {
  const guard = { file: 'end.sql', from: "s.state = 'new'\n    and", to: '', test: 'x' };
  expect(mutantOf("update a\n  where s.state = 'new'\n    and true;", guard)).toEqual({
    file: 'end.sql',
    line: 2,
    text: "where s.state = 'new'",
    original: "s.state = 'new' and",
    replacement: '',
  });
  expect(() => mutantOf('update a;', guard)).toThrow('end.sql has 0 times');
  expect(() => mutantOf(`${guard.from} ${guard.from}`, guard)).toThrow('2 times');
});
