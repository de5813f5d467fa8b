import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Finding } from '../../domain/domain/check-domain.ts';
import type {
  CustomDomain,
  DomainBook,
  DomainRows,
  HostCheck,
  NotedCheck,
} from '../../use-cases/domain/domain-ports.ts';

/** What a query for domains returns: the record without its derived parts. */
type DomainRow = Omit<CustomDomain, 'sld' | 'trd' | 'lastCheck' | 'hostCheck'> & {
  readonly checkedAt: Date | null;
  readonly finding: Finding | null;
  readonly found: readonly string[];
  readonly hostCheck: (Omit<HostCheck, 'at'> & { readonly at: string }) | null;
};

const columns = `domain_ref as "domainRef", domain_id as "domainId", account_ref as "accountRef", version, original, host,
  display as "displayDomain", base_domain as "baseDomain", tld, challenge, txt_value as "txtValue",
  kept_txt_host as "keptTxtHost", status,
  failing_since as "failingSince", checked_at as "checkedAt", finding, found, leads_here as "leadsHere",
  case when host_checked_at is not null then jsonb_build_object('at', host_checked_at, 'routing', routing,
    'pointsTo', points_to, 'ourAddresses', our_addresses, 'certificate', certificate) end as "hostCheck", created as "createdAt",
  updated as "updatedAt"`;

const listStatement = {
  name: 'list domains',
  text: `select ${columns} from accounts.domain where account_ref = $1 order by host`,
};
const findStatement = {
  name: 'find domain',
  text: `select ${columns} from accounts.domain where account_ref = $1 and host = $2`,
};
const findByIdStatement = {
  name: 'find domain by id',
  text: `select ${columns} from accounts.domain where domain_id = $1`,
};
const listAllStatement = {
  text: `select ${columns} from accounts.domain d
    where ($1::text is null or (host, domain_ref) > ($1, $2::uuid))
      and ($3 = '' or position($3 in host) > 0 or position($3 in lower(display)) > 0)
      and ($4::text is null or $4 = case
        when status <> 'active' then 'unproven'
        when not leads_here then 'elsewhere'
        when certificate in ('valid', 'not-needed') then 'working'
        else 'bad-certificate' end)
    order by host, domain_ref limit $5`,
};
const findServedStatement = {
  name: 'find served domain',
  text: `select account_ref as "accountRef", domain_id as "domainId", host
    from accounts.domain where host = $1 and status = 'active'`,
};
const listDueStatement = {
  text: `select ${columns} from accounts.domain where status = 'active'
    and checked_at <= case when failing_since is null then $1::timestamptz else $2::timestamptz end
    order by checked_at limit $3`,
};
const reserveStatement = {
  name: 'reserve domain check',
  text: 'select accounts.reserve_domain_check($1, $2, $3, $4) as wait',
};
const noteHostStatement = { text: 'select accounts.write_host_check($1, $2, $3, $4, $5, $6)' };
const noteStatement = { text: 'select accounts.write_domain_check($1)' };

/** The unique indexes that refuse a second holder of a host. */
const taken = new Set(['domain_of_account', 'domain_active']);

/** Checks a person may ask for, per domain. Source: security 5.8. */
const checksPerWindow = 10;
const windowSeconds = 3600;

export function createPostgresDomainBook(pool: pg.Pool): DomainBook {
  const read = async (statement: { name?: string; text: string }, values: unknown[]) =>
    (await queryRows<DomainRow>(pool, statement, values)).map(toDomain);
  return {
    listOf: (accountRef) => read(listStatement, [accountRef]),
    find: async (accountRef, host) => (await read(findStatement, [accountRef, host]))[0] ?? null,
    findById: async (domainId) => (await read(findByIdStatement, [domainId]))[0] ?? null,
    listAll: ({ after, host, state }, limit) =>
      read(listAllStatement, [after?.host ?? null, after?.domainRef ?? null, host, state, limit]),
    findServed: (host) => queryRow(pool, findServedStatement, [host]),
    listDue: ({ sound, failing }, limit) => read(listDueStatement, [sound, failing, limit]),
    async reserveCheck(domainRef, at) {
      const values = [domainRef, at, checksPerWindow, windowSeconds];
      return (await queryRow<{ wait: number }>(pool, reserveStatement, values))?.wait ?? 0;
    },
    async noteHost(domainRef, { at, routing, pointsTo, ourAddresses, certificate }) {
      await queryRows(pool, noteHostStatement, [domainRef, at, routing, pointsTo, ourAddresses, certificate]);
    },
    async note(check, before) {
      await queryRows(pool, noteStatement, [JSON.stringify([checkRow(check, before)])]);
    },
  };
}

function toDomain({ checkedAt, finding, found, hostCheck, ...row }: DomainRow): CustomDomain {
  const { host, baseDomain, tld } = row;
  return {
    ...row,
    sld: baseDomain.slice(0, -tld.length - 1),
    trd: host === baseDomain ? null : host.slice(0, -baseDomain.length - 1),
    lastCheck: finding === null || checkedAt === null ? null : { finding, found, at: checkedAt },
    hostCheck: hostCheck === null ? null : { ...hostCheck, at: new Date(hostCheck.at) },
  };
}

/** The row of a check, written with a command or alone; `before` is the version it was decided on. */
function checkRow(check: NotedCheck, before: number) {
  return {
    domain_ref: check.domainRef,
    from_version: before,
    version: check.version,
    status: check.status,
    failing_since: check.failingSince?.toISOString() ?? null,
    checked_at: check.at.toISOString(),
    finding: check.finding,
    found: check.found,
  };
}

/** The rows of commands as the functions of `sql/` take them. */
export const domainRows: DomainRows = {
  added: (domain) => ({
    name: 'domain',
    row: {
      domain_ref: domain.domainRef,
      domain_id: domain.domainId,
      account_ref: domain.accountRef,
      original: domain.original,
      host: domain.host,
      display: domain.displayDomain,
      base_domain: domain.baseDomain,
      tld: domain.tld,
      challenge: domain.challenge,
      txt_value: domain.txtValue,
      kept_txt_host: domain.keptTxtHost,
      created: domain.createdAt.toISOString(),
    },
  }),
  checked: (check, before) => ({ name: 'domain_check', row: checkRow(check, before) }),
  removed: (domainRef) => ({ name: 'domain_removal', row: { domain_ref: domainRef } }),
  isTaken: (error) => error instanceof Error && 'constraint' in error && taken.has(String(error.constraint)),
};
