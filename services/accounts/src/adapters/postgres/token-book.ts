import { onlyRow, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { ApiToken, NewApiToken, TokenBook } from '../../use-cases/api-token/token-ports.ts';

/** What a query for tokens returns: the record, with the day as text. */
type TokenRow = Omit<ApiToken, 'lastUsedAt'> & {
  /** `YYYY-MM-DD` */
  readonly lastUsed: string | null;
};

/** While `retryAfter` is above 0 the rest is null. */
type FoundRow = TokenRow & { readonly retryAfter: number; readonly accountRef: string };

const columns = `token_id as "tokenId", name, scopes, created as "createdAt", expires as "expiresAt",
  last_used::text as "lastUsed"`;

const listStatement = {
  name: 'list api tokens',
  text: `select ${columns} from accounts.api_token where account_ref = $1 order by created desc, token_id desc`,
};
const add = 'select accounts.add_api_token($1, $2, $3, $4, $5, $6, $7, $8) as added';
const replace = 'select accounts.replace_api_token($1, $2, $3, $4, $5, $6) as replaced';
const revoke = 'delete from accounts.api_token where account_ref = $1 and token_id = $2::uuid';
const findStatement = {
  name: 'find api token',
  text: `select retry_after as "retryAfter", account_ref as "accountRef", ${columns}
    from accounts.find_api_token($1, $2, $3, $4, $5, $6, $7)`,
};
const countStatement = {
  name: 'count bad token',
  text: 'select accounts.count_bad_token($1, $2, $3, $4, $5, $6) as wait',
};
const touchStatement = {
  name: 'touch api token',
  text: `update accounts.api_token set last_used = $2::date where token_id = $1 and last_used is distinct from $2::date`,
};

/** Bad attempts within a window of 15 minutes. Source: security 5.4, 5.5. */
const perSubject = 5;
const perNetwork = 50;
export const tokenAttemptSeconds = 900;

export function createPostgresTokenBook(pool: pg.Pool): TokenBook {
  return {
    listOf: async (accountRef) => (await queryRows<TokenRow>(pool, listStatement, [accountRef])).map(toToken),
    async add(tx, token, max) {
      const values = [...valuesOf(token), token.expiresAt, max];
      return onlyRow(await queryOn<{ added: boolean }>(tx, add, values)).added;
    },
    replace: async (tx, token) =>
      onlyRow(await queryOn<{ replaced: string | null }>(tx, replace, valuesOf(token))).replaced,
    revoke: async (tx, accountRef, tokenId) => (await queryOn(tx, revoke, [accountRef, tokenId])).rowCount === 1,
    async lookUp(hash, { subject, network }, at) {
      const values = [hash, subject, network, at, perSubject, perNetwork, tokenAttemptSeconds];
      const row = await queryRow<FoundRow>(pool, findStatement, values);
      if (row === null) return { kind: 'unknown' };
      const { retryAfter, accountRef, ...token } = row;
      if (retryAfter > 0) return { kind: 'limited', retryAfterSeconds: retryAfter };
      return { kind: 'found', accountRef, token: toToken(token) };
    },
    async countBad({ subject, network }, at) {
      const values = [subject, network, at, perSubject, perNetwork, tokenAttemptSeconds];
      return (await queryRow<{ wait: number }>(pool, countStatement, values))?.wait ?? 0;
    },
    touch: async (tokenId, at) =>
      void (await queryRows(pool, touchStatement, [tokenId, at.toISOString().slice(0, 10)])),
  };
}

function valuesOf({ tokenId, accountRef, hash, name, scopes, createdAt }: NewApiToken): unknown[] {
  return [tokenId, accountRef, hash, name, scopes, createdAt];
}

function toToken({ lastUsed, ...token }: TokenRow): ApiToken {
  return { ...token, lastUsedAt: lastUsed === null ? null : new Date(`${lastUsed}T00:00:00.000Z`) };
}
