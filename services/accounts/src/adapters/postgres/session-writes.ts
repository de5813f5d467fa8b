import type { SessionBook, SessionRecord, WhichSessions } from '../../use-cases/session/session-book.ts';
import { run } from './run.ts';

type Writes = Pick<
  SessionBook,
  | 'add'
  | 'addRememberMe'
  | 'addDevice'
  | 'spendRememberMe'
  | 'remove'
  | 'removeOne'
  | 'removeFamily'
  | 'setSecondFactor'
>;

/** `placeOf` writes the nth parameter, from 1: `?` in a transaction, `$n` outside. */
export function insertSession(placeOf: (place: number) => string): string {
  const places = Array.from({ length: 9 }, (_, index) => placeOf(index + 1));
  return `insert into accounts.session (id_hash, account_ref, is_waiting, wants_remember_me, has_second_factor,
    user_agent, family, created, last_seen) values (${places.join(', ')})`;
}

export function sessionValues(session: SessionRecord): unknown[] {
  const { idHash, accountRef, isWaiting, wantsRememberMe, hasSecondFactor, userAgentFamily, family } = session;
  return [
    idHash,
    accountRef,
    isWaiting,
    wantsRememberMe,
    hasSecondFactor,
    userAgentFamily.slice(0, 100),
    family,
    session.createdAt,
    session.lastSeenAt,
  ];
}

/** The condition on `s` that means these sessions. */
export function whichSql(accountRef: string, which: WhichSessions, placeOf: (place: number) => string) {
  const of = `s.account_ref = ${placeOf(1)}`;
  if (which.kind === 'all') return { sql: of, values: [accountRef] };
  const comparison = which.kind === 'one' ? '=' : '<>';
  return { sql: `${of} and s.id_hash ${comparison} ${placeOf(2)}`, values: [accountRef, which.idHash] };
}

/** What commands write about sessions, in the transaction of their events. */
export function sessionWrites(deviceHash: (accountRef: string, userAgentFamily: string) => Buffer): Writes {
  return {
    async add(tx, session, most) {
      await run(
        tx,
        insertSession(() => '?'),
        sessionValues(session),
      );
      const evict = `delete from accounts.session where id_hash in (
        select id_hash from accounts.session where account_ref = ? order by created desc, id_hash = ? desc offset ?)`;
      await run(tx, evict, [session.accountRef, session.idHash, most]);
    },
    async addRememberMe(tx, row) {
      const sql = `insert into accounts.remember_me (selector, validator_hash, family, account_ref, has_second_factor,
        began, issued) values (?, ?, ?, ?, ?, ?, ?)`;
      const { selector, validatorHash, family, accountRef, hasSecondFactor, beganAt, issuedAt } = row;
      await run(tx, sql, [selector, validatorHash, family, accountRef, hasSecondFactor, beganAt, issuedAt]);
    },
    async addDevice(tx, accountRef, userAgentFamily) {
      const sql = 'insert into accounts.known_device (account_ref, device) values (?, ?) on conflict do nothing';
      await run(tx, sql, [accountRef, deviceHash(accountRef, userAgentFamily)]);
    },
    async spendRememberMe(tx, selector, at, as) {
      const sql =
        as === 'use'
          ? 'update accounts.remember_me set used_at = ? where selector = ? and used_at is null'
          : 'update accounts.remember_me set is_forked = ? where selector = ? and used_at is not null and not is_forked';
      return (await run(tx, sql, [as === 'use' ? at : true, selector])) === 1;
    },
    async remove(tx, accountRef, which) {
      const { sql, values } = whichSql(accountRef, which, () => '?');
      await run(tx, rememberedBy(which), values);
      await run(tx, `delete from accounts.session s where ${sql}`, values);
    },
    removeOne: async (tx, idHash) => (await run(tx, 'delete from accounts.session where id_hash = ?', [idHash])) === 1,
    async removeFamily(tx, family) {
      await run(tx, 'delete from accounts.remember_me where family = ?', [family]);
      await run(tx, 'delete from accounts.session where family = ?', [family]);
    },
    async setSecondFactor(tx, idHash, has) {
      await run(tx, 'update accounts.session set has_second_factor = ? where id_hash = ?', [has, idHash]);
    },
  };
}

/** Browsers are remembered beyond their sessions: ending all but one forgets every family but that one's. */
function rememberedBy(which: WhichSessions): string {
  const own = 'select s.family from accounts.session s where s.id_hash = ?';
  const condition = {
    all: '',
    'all-but': `and family is distinct from (${own})`,
    one: `and family = (${own})`,
  }[which.kind];
  return `delete from accounts.remember_me where account_ref = ? ${condition}`;
}
