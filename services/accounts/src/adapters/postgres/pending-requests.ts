import { jobQueueIn } from '@onceover/event-bus';
import { inTransaction } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { PendingRequests } from '../../use-cases/account/pending-request.ts';
import type { RequestCipher } from '../crypto/request-cipher.ts';
import { run } from './run.ts';

const findStatement = {
  name: 'pending request',
  text: 'select sealed from accounts.pending_request where request_id = $1',
};
const doneText = 'delete from accounts.pending_request where request_id = ';

/** At most five minutes apart: an outage of days loses no request. */
const maxAttempts = 1000;

/** Requests that wait for the worker, sealed, each with a job that names it. */
export function createPostgresPendingRequests(
  { pool, knex, jobs }: { readonly pool: pg.Pool; readonly knex: Knex; readonly jobs: string },
  cipher: RequestCipher,
): PendingRequests {
  return {
    async put(requestId, request, at) {
      await inTransaction(knex, async (tx) => {
        const sql = 'insert into accounts.pending_request (request_id, sealed, created) values (?, ?, ?)';
        await run(tx, sql, [requestId, cipher.seal(requestId, request), at]);
        await jobQueueIn(tx, jobs)('pending-request', { requestId }, { maxAttempts });
      });
    },
    async find(requestId) {
      const [row] = await queryRows<{ sealed: Buffer }>(pool, findStatement, [requestId]);
      return row === undefined ? null : cipher.open(requestId, row.sealed);
    },
    async done(requestId, tx) {
      if (tx !== undefined) await run(tx, `${doneText}?`, [requestId]);
      else await queryRows(pool, { name: 'pending request done', text: `${doneText}$1` }, [requestId]);
    },
  };
}
