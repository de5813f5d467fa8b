import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { RememberMeRecord, SessionBook, SessionRecord } from '../../use-cases/session/session-book.ts';
import { type AccountRow, accountColumns, accountTables, toAccount } from './account-row.ts';
import { insertSession, sessionValues, sessionWrites, whichSql } from './session-writes.ts';

interface SessionRow {
  readonly id_hash: Buffer;
  readonly account_ref: string;
  readonly is_waiting: boolean;
  readonly wants_remember_me: boolean;
  readonly has_second_factor: boolean;
  readonly user_agent: string;
  readonly family: string | null;
  readonly created: Date;
  readonly last_seen: Date;
}

interface RememberMeRow {
  readonly selector: Buffer;
  readonly validator_hash: Buffer;
  readonly family: string;
  readonly account_ref: string;
  readonly has_second_factor: boolean;
  readonly began: Date;
  readonly issued: Date;
  readonly used_at: Date | null;
  readonly is_forked: boolean;
}

const columns = `s.id_hash, s.account_ref, s.is_waiting, s.wants_remember_me, s.has_second_factor, s.user_agent, s.family,
  s.created, s.last_seen`;
const findStatement = {
  name: 'session',
  text: `select ${columns}, ${accountColumns} from accounts.session s, ${accountTables}
    where a.account_ref = s.account_ref and s.id_hash = $1`,
};
const listStatement = {
  name: 'sessions',
  text: `select ${columns} from accounts.session s where s.account_ref = $1 and not s.is_waiting order by s.created desc`,
};
const findRememberMeStatement = {
  name: 'remember me',
  text: 'select * from accounts.remember_me where selector = $1',
};
const knownDeviceStatement = {
  name: 'known device',
  text: 'select from accounts.known_device where account_ref = $1 and device = $2',
};
const touchStatement = {
  name: 'touch session',
  text: 'update accounts.session set last_seen = $2 where id_hash = $1 and last_seen < $2',
};
/** With the cookie that remembers the browser, else the next request would make a session again. */
const closeStatement = {
  name: 'close session',
  text: `with closed as (delete from accounts.session where id_hash = $1 returning family)
    delete from accounts.remember_me r using closed c where r.family = c.family`,
};
const expireStatement = { name: 'expire session', text: 'delete from accounts.session where id_hash = $1' };
const closeFamilyStatement = {
  name: 'close family',
  text: `with forgotten as (delete from accounts.remember_me where family = $1)
    delete from accounts.session where family = $1`,
};
const forgetStatement = {
  name: 'forget browser',
  text: `delete from accounts.remember_me where family = (select family from accounts.remember_me where selector = $1)`,
};

/** Sessions in PostgreSQL; `deviceHash` is an HMAC. */
export function createPostgresSessionBook(
  pool: pg.Pool,
  deviceHash: (accountRef: string, userAgentFamily: string) => Buffer,
): SessionBook {
  return {
    ...sessionWrites(deviceHash),
    async find(idHash) {
      const [row] = await queryRows<SessionRow & AccountRow>(pool, findStatement, [idHash]);
      return row === undefined ? null : { session: toSession(row), account: toAccount(row) };
    },
    listOf: async (accountRef) => (await queryRows<SessionRow>(pool, listStatement, [accountRef])).map(toSession),
    async findRememberMe(selector) {
      const [row] = await queryRows<RememberMeRow>(pool, findRememberMeStatement, [selector]);
      return row === undefined ? null : toRememberMe(row);
    },
    async isKnownDevice(accountRef, userAgentFamily) {
      const values = [accountRef, deviceHash(accountRef, userAgentFamily)];
      return (await queryRows(pool, knownDeviceStatement, values)).length > 0;
    },
    touch: async (idHash, at) => void (await queryRows(pool, touchStatement, [idHash, at])),
    openWaiting: async (session) =>
      void (await queryRows(pool, { text: insertSession((place) => `$${place}`) }, sessionValues(session))),
    close: async (idHash) => void (await queryRows(pool, closeStatement, [idHash])),
    expire: async (idHash) => void (await queryRows(pool, expireStatement, [idHash])),
    closeFamily: async (family) => void (await queryRows(pool, closeFamilyStatement, [family])),
    forgetRememberMe: async (selector) => void (await queryRows(pool, forgetStatement, [selector])),
    async count(accountRef, which) {
      const { sql, values } = whichSql(accountRef, which, (place) => `$${place}`);
      const text = `select count(*)::int as count from accounts.session s where not s.is_waiting and ${sql}`;
      const [row] = await queryRows<{ count: number }>(pool, { text }, values);
      return row?.count ?? 0;
    },
  };
}

function toSession(row: SessionRow): SessionRecord {
  return {
    idHash: row.id_hash,
    accountRef: row.account_ref,
    isWaiting: row.is_waiting,
    wantsRememberMe: row.wants_remember_me,
    hasSecondFactor: row.has_second_factor,
    userAgentFamily: row.user_agent,
    family: row.family,
    createdAt: row.created,
    lastSeenAt: row.last_seen,
  };
}

function toRememberMe(row: RememberMeRow): RememberMeRecord {
  return {
    selector: row.selector,
    validatorHash: row.validator_hash,
    family: row.family,
    accountRef: row.account_ref,
    hasSecondFactor: row.has_second_factor,
    beganAt: row.began,
    issuedAt: row.issued,
    usedAt: row.used_at,
    isForked: row.is_forked,
  };
}
