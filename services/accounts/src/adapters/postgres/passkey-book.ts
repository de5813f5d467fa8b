import { onlyRow, queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { sha256 } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import type { PasskeyBook, PasskeyChallenges, StoredPasskey } from '../../use-cases/account/passkey-book.ts';
import type { SubjectCipher } from '../crypto/subject-cipher.ts';

/** What a query for passkeys returns: the name sealed, the counter as text, the id as bytes. */
interface PasskeyRow extends Omit<StoredPasskey, 'credentialId' | 'counter'> {
  readonly credentialId: Buffer;
  readonly counter: string;
  readonly wrappedKey: Buffer;
}

const columns = `k.passkey_id as "passkeyId", k.account_ref as "accountRef", k.credential_id as "credentialId",
  k.public_key as "publicKey", k.transports, k.is_backed_up as "isBackedUp", k.is_added_with_code as "isAddedWithCode",
  k.sign_count as counter, k.name, k.created as "createdAt", k.last_used as "lastUsedAt", p.wrapped_key as "wrappedKey"
  from accounts.passkey k join accounts.subject_pii p on p.account_ref = k.account_ref`;

const listStatement = {
  name: 'passkeys',
  text: `select ${columns} where k.account_ref = $1 order by k.created desc, k.passkey_id desc`,
};
const findStatement = { name: 'passkey', text: `select ${columns} where k.credential_id = $1` };

const wrappedKeyOf = 'select wrapped_key as "wrappedKey" from accounts.subject_pii where account_ref = $1';
const insertPasskey = `insert into accounts.passkey (passkey_id, account_ref, credential_id, public_key, transports,
    is_backed_up, is_added_with_code, sign_count, name, created)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing`;
const updateName = 'update accounts.passkey set name = $2 where passkey_id = $1';
const deletePasskey = 'delete from accounts.passkey where passkey_id = $1';
const deletePasskeysOf = 'delete from accounts.passkey where account_ref = $1';
/** Of two uses of one counter the first counts. */
const updateUse = `update accounts.passkey set sign_count = $3, is_backed_up = $4, last_used = $5
  where passkey_id = $1 and sign_count = $2`;

/** Passkeys in PostgreSQL; their names are sealed under the keys of their accounts. */
export function createPostgresPasskeyBook(
  pool: pg.Pool,
  { sealText, openText }: Pick<SubjectCipher, 'sealText' | 'openText'>,
): PasskeyBook {
  function toPasskey({ wrappedKey, counter, credentialId, name, ...row }: PasskeyRow): StoredPasskey {
    return {
      ...row,
      credentialId: credentialId.toString('base64url'),
      counter: Number(counter),
      name: openText(row.accountRef, wrappedKey, name) ?? '',
    };
  }
  async function sealedName(tx: Parameters<PasskeyBook['add']>[0], accountRef: string, name: string): Promise<string> {
    const { wrappedKey } = onlyRow(await queryOn<{ wrappedKey: Buffer }>(tx, wrappedKeyOf, [accountRef]));
    return sealText(accountRef, wrappedKey, name);
  }
  return {
    listOf: async (accountRef) => (await queryRows<PasskeyRow>(pool, listStatement, [accountRef])).map(toPasskey),
    async findByCredential(credentialId) {
      const row = await queryRow<PasskeyRow>(pool, findStatement, [Buffer.from(credentialId, 'base64url')]);
      return row && toPasskey(row);
    },
    async add(tx, passkey) {
      const {
        passkeyId,
        accountRef,
        credentialId,
        publicKey,
        transports,
        isBackedUp,
        isAddedWithCode,
        counter,
        createdAt,
      } = passkey;
      const name = await sealedName(tx, accountRef, passkey.name);
      const facts = [publicKey, transports, isBackedUp, isAddedWithCode, counter, name, createdAt];
      const values = [passkeyId, accountRef, Buffer.from(credentialId, 'base64url'), ...facts];
      return (await queryOn(tx, insertPasskey, values)).rowCount === 1;
    },
    async rename(tx, { passkeyId, accountRef }, name) {
      await queryOn(tx, updateName, [passkeyId, await sealedName(tx, accountRef, name)]);
    },
    remove: async (tx, { passkeyId }) => void (await queryOn(tx, deletePasskey, [passkeyId])),
    removeAll: async (tx, accountRef) => void (await queryOn(tx, deletePasskeysOf, [accountRef])),
    async noteUse(tx, { passkeyId, counter: known }, { counter, isBackedUp }, at) {
      return (await queryOn(tx, updateUse, [passkeyId, known, counter, isBackedUp, at])).rowCount === 1;
    },
  };
}

const putStatement = {
  name: 'passkey challenge',
  text: `insert into accounts.passkey_challenge (challenge_hash, purpose, bound_to, until) values ($1, $2, $3, $4)`,
};
const takeStatement = {
  name: 'answered challenge',
  text: `delete from accounts.passkey_challenge
    where challenge_hash = $1 and purpose = $2 and bound_to = $3 and until > $4 returning 1`,
};

/** Challenges in PostgreSQL, under their hashes: whichever process is answered, and whoever answers first. */
export function createPostgresPasskeyChallenges(pool: pg.Pool): PasskeyChallenges {
  return {
    async put({ challenge, purpose, boundTo }, until) {
      await queryRows(pool, putStatement, [sha256(challenge), purpose, boundTo, until]);
    },
    take: async ({ challenge, purpose, boundTo }, at) =>
      (await queryRows(pool, takeStatement, [sha256(challenge), purpose, boundTo, at])).length === 1,
  };
}
