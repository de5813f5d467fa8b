import { onlyRow, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { LastUse } from '../../domain/api-token/last-use.ts';
import type { ApiToken, NewApiToken, TokenBook } from '../../use-cases/api-token/token-ports.ts';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';

/** What a query for tokens returns: the record, with the day as text and the networks sealed. */
interface TokenRow extends Omit<ApiToken, keyof LastUse> {
  readonly accountRef: string;
  /** `YYYY-MM-DD` */
  readonly lastUsed: string | null;
  readonly wrappedKey: Buffer;
  readonly networks: Buffer | null;
}

/** While `retryAfter` is above 0 the rest is null. */
type FoundRow = TokenRow & { readonly retryAfter: number };

const columns = `t.token_id as "tokenId", t.account_ref as "accountRef", t.name, t.scopes, t.created as "createdAt",
  t.expires as "expiresAt", t.last_used::text as "lastUsed",
  (select p.wrapped_key from accounts.subject_pii p where p.account_ref = t.account_ref) as "wrappedKey"`;

const listStatement = {
  name: 'list api tokens',
  text: `select ${columns}, t.last_networks as networks from accounts.api_token t where t.account_ref = $1
    order by t.created desc, t.token_id desc`,
};
const add = 'select accounts.add_api_token($1, $2, $3, $4, $5, $6, $7, $8) as added';
const replace = 'select accounts.replace_api_token($1, $2, $3, $4, $5, $6) as replaced';
const revoke = 'delete from accounts.api_token where account_ref = $1 and token_id = $2::uuid';
const findStatement = {
  name: 'find api token',
  text: `select t.retry_after as "retryAfter", ${columns},
      (select n.last_networks from accounts.api_token n where n.token_id = t.token_id) as networks
    from accounts.find_api_token($1, $2, $3, $4, $5, $6, $7) t`,
};
const countStatement = {
  name: 'count bad token',
  text: 'select accounts.count_bad_token($1, $2, $3, $4, $5, $6) as wait',
};
/** Only if nobody noted another use since it was looked up: of a burst from one network one request writes. */
const noteStatement = {
  name: 'note use of api token',
  text: `update accounts.api_token set last_used = $2::date, last_networks = $3
    where token_id = $1 and last_networks is not distinct from $4`,
};

/** Bad attempts within a window of 15 minutes. Source: security 5.4, 5.5. */
const perSubject = 5;
const perNetwork = 50;
export const tokenAttemptSeconds = 900;

export function createPostgresTokenBook(
  pool: pg.Pool,
  cipher: Pick<SubjectCipher, 'openNetworks' | 'sealNetworks'>,
): TokenBook {
  function toToken({ accountRef, lastUsed, wrappedKey, networks, ...token }: TokenRow): ApiToken {
    const { tokenId } = token;
    const lastUsedAt = lastUsed === null ? null : new Date(`${lastUsed}T00:00:00.000Z`);
    const lastNetworks = networks === null ? [] : cipher.openNetworks({ accountRef, tokenId }, wrappedKey, networks);
    return { ...token, lastUsedAt, lastNetworks };
  }
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
      const { retryAfter, ...found } = row;
      if (retryAfter > 0) return { kind: 'limited', retryAfterSeconds: retryAfter };
      const { accountRef, wrappedKey, networks } = found;
      return { kind: 'found', found: { accountRef, token: toToken(found), sealed: { wrappedKey, networks } } };
    },
    async countBad({ subject, network }, at) {
      const values = [subject, network, at, perSubject, perNetwork, tokenAttemptSeconds];
      return (await queryRow<{ wait: number }>(pool, countStatement, values))?.wait ?? 0;
    },
    async noteUse({ accountRef, token: { tokenId }, sealed }, { lastUsedAt, lastNetworks }) {
      const networks = cipher.sealNetworks({ accountRef, tokenId }, sealed.wrappedKey, lastNetworks);
      const day = lastUsedAt.toISOString().slice(0, 10);
      await queryRows(pool, noteStatement, [tokenId, day, networks, sealed.networks]);
    },
  };
}

function valuesOf({ tokenId, accountRef, hash, name, scopes, createdAt }: NewApiToken): unknown[] {
  return [tokenId, accountRef, hash, name, scopes, createdAt];
}
