import { queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { SessionBook, SessionRecord, WhichSessions } from '../../use-cases/account/session-book.ts';
import { type AccountRow, accountColumns, accountTables, toAccount } from './account-row.ts';

const sessionColumns = `s.id_hash as "idHash", s.is_waiting as "isWaiting", s.wants_remember_me as "wantsRememberMe",
  s.has_second_factor as "hasSecondFactor", s.proven_at as "provenAt", s.user_agent as "userAgentFamily", s.family,
  s.last_seen as "lastSeenAt"`;

/** A session together with its account, which has a creation date of its own. */
type SessionOfAccountRow = Omit<SessionRecord, 'createdAt'> & AccountRow & { readonly beganAt: Date };

const findStatement = {
  name: 'session',
  text: `select ${sessionColumns}, s.created as "beganAt", ${accountColumns} from accounts.session s, ${accountTables}
    where a.account_ref = s.account_ref and s.id_hash = $1`,
};
const listStatement = {
  name: 'sessions',
  text: `select ${sessionColumns}, s.account_ref as "accountRef", s.created as "createdAt"
    from accounts.session s where s.account_ref = $1 and not s.is_waiting order by s.created desc`,
};
const findRememberMeStatement = {
  name: 'remember me',
  text: `select selector, validator_hash as "validatorHash", family, account_ref as "accountRef",
      has_second_factor as "hasSecondFactor", began as "beganAt", issued as "issuedAt", used_at as "usedAt",
      is_forked as "isForked"
    from accounts.remember_me where selector = $1`,
};
const knownDeviceStatement = {
  name: 'known device',
  text: 'select from accounts.known_device where account_ref = $1 and device = $2',
};
const isMarkedStatement = {
  name: 'marked device',
  text: `select from accounts.device_mark d join accounts.account a on a.account_ref = d.account_ref
    where d.mark_hash = $1 and a.email_hash = $2 and d.issued > $3`,
};
const touchStatement = {
  name: 'touch session',
  text: 'update accounts.session set last_seen = $2 where id_hash = $1 and last_seen < $2',
};
const forgetStatement = {
  name: 'forget browser',
  text: `delete from accounts.remember_me where family = (select family from accounts.remember_me where selector = $1)`,
};

const insertSession = `insert into accounts.session (id_hash, account_ref, is_waiting, wants_remember_me,
    has_second_factor, user_agent, family, created, last_seen, proven_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
/** The oldest beyond `$3` end; of two that began at the same moment the new one stays. */
const evictSessions = `delete from accounts.session where id_hash in (
  select id_hash from accounts.session where account_ref = $1 order by created desc, id_hash = $2 desc offset $3)`;
const deleteSession = 'delete from accounts.session where id_hash = $1';
const deleteFamily = `with forgotten as (delete from accounts.remember_me where family = $1)
  delete from accounts.session where family = $1`;
const updateSecondFactor = 'update accounts.session set has_second_factor = $2 where id_hash = $1';
const updateProven = 'update accounts.session set proven_at = $2 where id_hash = $1';
const insertRememberMe = `insert into accounts.remember_me (selector, validator_hash, family, account_ref,
    has_second_factor, began, issued)
  values ($1, $2, $3, $4, $5, $6, $7)`;
const spendRememberMe = 'update accounts.remember_me set used_at = $2 where selector = $1 and used_at is null';
const forkRememberMe = `update accounts.remember_me set is_forked = true
  where selector = $1 and used_at is not null and not is_forked`;
const upsertDeviceMark = `insert into accounts.device_mark (mark_hash, account_ref, issued) values ($1, $2, $3)
  on conflict (mark_hash) do update set issued = excluded.issued where device_mark.account_ref = excluded.account_ref`;
const evictDeviceMarks = `delete from accounts.device_mark where mark_hash in (
  select mark_hash from accounts.device_mark where account_ref = $1 order by issued desc, mark_hash = $2 desc offset $3)`;
const insertDevice = 'insert into accounts.known_device (account_ref, device) values ($1, $2) on conflict do nothing';

/** The condition on `s` for each choice of sessions; `whichValues` gives its values. */
const whichSessions = {
  all: 's.account_ref = $1',
  'all-but': 's.account_ref = $1 and s.id_hash <> $2',
  one: 's.account_ref = $1 and s.id_hash = $2',
} as const satisfies Record<WhichSessions['kind'], string>;

/** A browser is remembered longer than its session: ending all but one forgets every family but that one's. */
const whichRemembered = {
  all: 'r.account_ref = $1',
  'all-but': `r.account_ref = $1
    and r.family is distinct from (select s.family from accounts.session s where s.id_hash = $2)`,
  one: 'r.account_ref = $1 and r.family = (select s.family from accounts.session s where s.id_hash = $2)',
} as const satisfies Record<WhichSessions['kind'], string>;

/** Sessions in PostgreSQL; `deviceHash` and `emailHash` are HMACs. */
export function createPostgresSessionBook(
  pool: pg.Pool,
  deviceHash: (accountRef: string, userAgentFamily: string) => Buffer,
  emailHash: (email: string) => Buffer,
): SessionBook {
  return {
    ...sessionWrites(deviceHash),
    async find(idHash) {
      const row = await queryRow<SessionOfAccountRow>(pool, findStatement, [idHash]);
      return row && toSessionOfAccount(row);
    },
    listOf: (accountRef) => queryRows(pool, listStatement, [accountRef]),
    findRememberMe: (selector) => queryRow(pool, findRememberMeStatement, [selector]),
    async isKnownDevice(accountRef, userAgentFamily) {
      const values = [accountRef, deviceHash(accountRef, userAgentFamily)];
      return (await queryRows(pool, knownDeviceStatement, values)).length > 0;
    },
    isMarked: async (email, markHash, since) =>
      (await queryRows(pool, isMarkedStatement, [markHash, emailHash(email), since])).length > 0,
    touch: async (idHash, at) => void (await queryRows(pool, touchStatement, [idHash, at])),
    openWaiting: async (session) => void (await queryRows(pool, { text: insertSession }, sessionValues(session))),
    expire: async (idHash) => void (await queryRows(pool, { name: 'expire session', text: deleteSession }, [idHash])),
    forgetRememberMe: async (selector) => void (await queryRows(pool, forgetStatement, [selector])),
    async count(accountRef, which) {
      const text = `select count(*)::int as count from accounts.session s
        where not s.is_waiting and ${whichSessions[which.kind]}`;
      return (await queryRow<{ count: number }>(pool, { text }, whichValues(accountRef, which)))?.count ?? 0;
    },
  };
}

/** What commands write about sessions, in the transaction of their events. */
function sessionWrites(deviceHash: (accountRef: string, userAgentFamily: string) => Buffer) {
  return {
    async add(tx, session, most) {
      await queryOn(tx, insertSession, sessionValues(session));
      await queryOn(tx, evictSessions, [session.accountRef, session.idHash, most]);
    },
    async addRememberMe(tx, row) {
      const { selector, validatorHash, family, accountRef, hasSecondFactor, beganAt, issuedAt } = row;
      const facts = [family, accountRef, hasSecondFactor, beganAt, issuedAt];
      await queryOn(tx, insertRememberMe, [selector, validatorHash, ...facts]);
    },
    async addDevice(tx, accountRef, userAgentFamily) {
      await queryOn(tx, insertDevice, [accountRef, deviceHash(accountRef, userAgentFamily)]);
    },
    async putDeviceMark(tx, { accountRef, markHash, at }, most) {
      await queryOn(tx, upsertDeviceMark, [markHash, accountRef, at]);
      await queryOn(tx, evictDeviceMarks, [accountRef, markHash, most]);
    },
    async spendRememberMe(tx, selector, at, as) {
      const spent =
        as === 'use' ? queryOn(tx, spendRememberMe, [selector, at]) : queryOn(tx, forkRememberMe, [selector]);
      return (await spent).rowCount === 1;
    },
    async remove(tx, accountRef, which) {
      const values = whichValues(accountRef, which);
      await queryOn(tx, `delete from accounts.remember_me r where ${whichRemembered[which.kind]}`, values);
      await queryOn(tx, `delete from accounts.session s where ${whichSessions[which.kind]}`, values);
    },
    removeOne: async (tx, idHash) => (await queryOn(tx, deleteSession, [idHash])).rowCount === 1,
    removeFamily: async (tx, family) => void (await queryOn(tx, deleteFamily, [family])),
    setSecondFactor: async (tx, idHash, has) => void (await queryOn(tx, updateSecondFactor, [idHash, has])),
    setProven: async (tx, idHash, at) => void (await queryOn(tx, updateProven, [idHash, at])),
  } satisfies Partial<SessionBook>;
}

function whichValues(accountRef: string, which: WhichSessions): unknown[] {
  return which.kind === 'all' ? [accountRef] : [accountRef, which.idHash];
}

function sessionValues(session: SessionRecord): unknown[] {
  const { idHash, accountRef, isWaiting, wantsRememberMe, hasSecondFactor, userAgentFamily, family } = session;
  const agent = userAgentFamily.slice(0, 100);
  const { createdAt, lastSeenAt, provenAt } = session;
  const facts = [idHash, accountRef, isWaiting, wantsRememberMe, hasSecondFactor, agent, family];
  return [...facts, createdAt, lastSeenAt, provenAt];
}

function toSessionOfAccount({
  idHash,
  isWaiting,
  wantsRememberMe,
  hasSecondFactor,
  provenAt,
  ...row
}: SessionOfAccountRow) {
  const { userAgentFamily, family, beganAt, lastSeenAt, ...account } = row;
  const { accountRef } = account;
  const own = { idHash, accountRef, isWaiting, wantsRememberMe, hasSecondFactor, provenAt };
  return { session: { ...own, userAgentFamily, family, createdAt: beganAt, lastSeenAt }, account: toAccount(account) };
}
