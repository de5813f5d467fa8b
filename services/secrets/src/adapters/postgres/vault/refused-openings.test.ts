import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { anonymous } from '../../../test-support/anonymous.ts';
import { createPostgresRefusedOpenings } from './refused-openings.ts';

test('while the database is away, what could not be counted is said once and stays noted', async () => {
  const pool = new pg.Pool();
  const asked = vi.spyOn(pool, 'query').mockRejectedValue(new Error('connect ECONNREFUSED') as never);
  const onFailed = vi.fn();
  const ignore = () => undefined;
  const openings = createPostgresRefusedOpenings(pool, { check: ignore, onCommitted: ignore, onFailed });
  openings.noteUnopened(Buffer.alloc(32), anonymous());
  await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(2));
  expect(onFailed).toHaveBeenCalledTimes(1);
  await openings[Symbol.asyncDispose]();
});
