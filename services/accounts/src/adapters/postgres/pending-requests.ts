import { jobQueueIn } from '@onceover/event-bus';
import { inTransaction, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { join, open, seal } from '@onceover/service-kit/crypto';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { Tx } from '../../use-cases/account/account-command.ts';
import type { PendingRequest, PendingRequests } from '../../use-cases/account/pending-request.ts';
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
  keys: Pick<AccountKeys, 'requests'>,
): PendingRequests {
  const cipher = requestCipher(keys);
  return {
    async put(requestId, request, at, tx) {
      const store = async (within: Tx) => {
        await queryOn(within, insertRequest, [requestId, cipher.seal(requestId, request), at]);
        await jobQueueIn(within, jobs)('pending-request', { requestId }, { maxAttempts });
      };
      await (tx === undefined ? inTransaction(knex, store) : store(tx));
    },
    async find(requestId) {
      const row = await queryRow<{ sealed: Buffer }>(pool, findStatement, [requestId]);
      return row && cipher.open(requestId, row.sealed);
    },
    async done(requestId, tx) {
      if (tx !== undefined) await queryOn(tx, doneStatement.text, [requestId]);
      else await queryRows(pool, doneStatement, [requestId]);
    },
  };
}

/** Seals a request to its id, so that one cannot be swapped for another. */
function requestCipher({ requests }: Pick<AccountKeys, 'requests'>) {
  const contextOf = (requestId: string) => join('onceover/v1/pending-request', requestId);
  return {
    seal: (requestId: string, request: PendingRequest) =>
      seal(requests, Buffer.from(JSON.stringify(request), 'utf8'), contextOf(requestId)),
    open: (requestId: string, sealed: Buffer) =>
      JSON.parse(open(requests, sealed, contextOf(requestId)).toString('utf8')) as PendingRequest,
  };
}
