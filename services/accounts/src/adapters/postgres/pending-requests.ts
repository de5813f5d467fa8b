import { jobQueueIn } from '@onceover/event-bus';
import { inTransaction, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { join, open, seal } from '@onceover/service-kit/crypto';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { Tx } from '../../use-cases/account/account-command.ts';
import type { PendingRequests } from '../../use-cases/account/pending-request.ts';
import type { AccountKeys } from '../crypto/account-keys.ts';

const findStatement = {
  name: 'pending request',
  text: 'select sealed from accounts.pending_request where request_id = $1',
};
const insertRequest = 'insert into accounts.pending_request (request_id, sealed, created) values ($1, $2, $3)';
const doneStatement = {
  name: 'pending request done',
  text: 'delete from accounts.pending_request where request_id = $1',
};

/** Tries are at most five minutes apart, so an outage of days loses no request. */
const maxAttempts = 1000;

/** Requests that wait for the worker, sealed, each with a job that names it. */
export function createPostgresPendingRequests(
  { pool, knex, jobs }: { readonly pool: pg.Pool; readonly knex: Knex; readonly jobs: string },
  { requests }: Pick<AccountKeys, 'requests'>,
): PendingRequests {
  // Seals a request to its id, so that one cannot be swapped for another.
  const contextOf = (requestId: string) => join('onceover/v1/pending-request', requestId);
  return {
    async put(requestId, request, at, tx) {
      const store = async (within: Tx) => {
        const sealed = seal(requests, Buffer.from(JSON.stringify(request), 'utf8'), contextOf(requestId));
        await queryOn(within, insertRequest, [requestId, sealed, at]);
        await jobQueueIn(within, jobs)('pending-request', { requestId }, { maxAttempts });
      };
      await (tx === undefined ? inTransaction(knex, store) : store(tx));
    },
    async find(requestId) {
      const row = await queryRow<{ sealed: Buffer }>(pool, findStatement, [requestId]);
      return row && JSON.parse(open(requests, row.sealed, contextOf(requestId)).toString('utf8'));
    },
    async done(requestId, tx) {
      if (tx !== undefined) await queryOn(tx, doneStatement.text, [requestId]);
      else await queryRows(pool, doneStatement, [requestId]);
    },
  };
}
