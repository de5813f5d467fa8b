import { EventEmitter } from 'node:events';
import { OutageError } from '@onceover/service-kit/errors';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { OutcomeUnknown } from '../errors.ts';
import { NeverSent } from './failures.ts';
import { AppendFailed, runOn } from './run-append.ts';
import { surviveLostConnections } from './survive-lost-connections.ts';

test('a statement is not given to a connection that has died: that is an outage, and its outcome is known', async () => {
  const sent: unknown[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: async (statement: unknown) => void sent.push(statement),
    release: () => undefined,
  });
  const pool = Object.assign(new EventEmitter(), { connect: async () => client });
  surviveLostConnections(pool as unknown as pg.Pool);
  pool.emit('acquire', client);
  client.emit('error', new Error('read ECONNRESET'));
  const statement = { name: 'append', text: 'select 1', encode: () => [], decode: () => [] };
  const failed: unknown = await runOn(pool as unknown as pg.Pool, statement)([], true).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(AppendFailed);
  const { failure, cause } = failed as AppendFailed;
  expect(failure).toBeInstanceOf(OutageError);
  expect(failure).not.toBeInstanceOf(OutcomeUnknown);
  expect(cause).toBeInstanceOf(NeverSent);
  expect(sent).toEqual([]);
});
