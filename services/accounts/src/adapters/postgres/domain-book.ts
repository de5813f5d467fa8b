import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Finding } from '../../domain/domain/check-domain.ts';
import type { CustomDomain, DomainBook } from '../../use-cases/domain/domain-ports.ts';
import { lookRow } from './domain-rows.ts';

interface DomainRow {
  readonly domain_ref: string;
  readonly domain_id: string;
  readonly account_ref: string;
  readonly version: number;
  readonly original: string;
  readonly host: string;
  readonly display: string;
  readonly base_domain: string;
  readonly tld: string;
  readonly challenge: string;
  readonly txt_value: string;
  readonly status: CustomDomain['status'];
  readonly failing_since: Date | null;
  readonly checked_at: Date | null;
  readonly finding: Finding | null;
  readonly found: readonly string[];
  readonly created: Date;
  readonly updated: Date;
}

type ServedRow = Pick<DomainRow, 'account_ref' | 'domain_id' | 'host'>;

const columns = `domain_ref, domain_id, account_ref, version, original, host, display, base_domain, tld, challenge,
  txt_value, status, failing_since, checked_at, finding, found, created, updated`;

const listStatement = {
  name: 'list domains',
  text: `select ${columns} from accounts.domain where account_ref = $1 order by host`,
};
const findStatement = {
  name: 'find domain',
  text: `select ${columns} from accounts.domain where account_ref = $1 and host = $2`,
};
const findServedStatement = {
  name: 'find served domain',
  text: `select account_ref, domain_id, host from accounts.domain where host = $1 and status = 'active'`,
};
const listDueStatement = {
  text: `select ${columns} from accounts.domain where status = 'active'
    and checked_at <= case when failing_since is null then $1::timestamptz else $2::timestamptz end
    order by checked_at limit $3`,
};
const reserveStatement = {
  name: 'reserve domain look',
  text: 'select accounts.reserve_domain_look($1, $2, $3, $4) as wait',
};
const noteStatement = { text: 'select accounts.write_domain_look($1)' };

/** Looks a person may ask for, per domain. Source: security 5.8. */
const looksPerWindow = 10;
const windowSeconds = 3600;

/** Custom domains in PostgreSQL. */
export function createPostgresDomainBook(pool: pg.Pool): DomainBook {
  const read = async (statement: { name?: string; text: string }, values: unknown[]) =>
    (await queryRows<DomainRow>(pool, statement, values)).map(toDomain);
  return {
    listOf: (accountRef) => read(listStatement, [accountRef]),
    async find(accountRef, host) {
      const [domain] = await read(findStatement, [accountRef, host]);
      return domain ?? null;
    },
    async findServed(host) {
      const [row] = await queryRows<ServedRow>(pool, findServedStatement, [host]);
      return row === undefined ? null : { accountRef: row.account_ref, domainId: row.domain_id, host: row.host };
    },
    listDue: ({ sound, failing }, limit) => read(listDueStatement, [sound, failing, limit]),
    async reserveLook(domainRef, at) {
      const values = [domainRef, at, looksPerWindow, windowSeconds];
      const [row] = await queryRows<{ wait: number }>(pool, reserveStatement, values);
      const wait = row?.wait ?? 0;
      return wait === 0 ? { kind: 'reserved' } : { kind: 'limited', retryAfterSeconds: wait };
    },
    async note(look, before) {
      await queryRows(pool, noteStatement, [JSON.stringify([lookRow(look, before)])]);
    },
  };
}

function toDomain(row: DomainRow): CustomDomain {
  const { host, base_domain: baseDomain, tld, status, challenge, original, version, finding } = row;
  return {
    domainRef: row.domain_ref,
    domainId: row.domain_id,
    accountRef: row.account_ref,
    version,
    original,
    host,
    displayDomain: row.display,
    baseDomain,
    tld,
    sld: baseDomain.slice(0, -tld.length - 1),
    trd: host === baseDomain ? null : host.slice(0, -baseDomain.length - 1),
    challenge,
    txtValue: row.txt_value,
    status,
    failingSince: row.failing_since,
    lastCheck: finding === null || row.checked_at === null ? null : { finding, found: row.found, at: row.checked_at },
    createdAt: row.created,
    updatedAt: row.updated,
  };
}
