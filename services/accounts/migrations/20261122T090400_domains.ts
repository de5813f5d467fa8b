import type { Knex } from 'knex';

/**
 * Custom domains as they are now, beside their streams. Hosts are stored in clear, because requests name them; the row is
 * deleted when the domain is removed or its account closed, and what stays in the log is sealed.
 *
 * The two unique indexes decide races: a host once per account, and served for one account only.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table accounts.domain (
      domain_ref uuid primary key,
      domain_id text not null unique,
      account_ref uuid not null references accounts.account on delete cascade,
      version int not null default 1,
      original text not null,
      host text not null,
      display text not null,
      base_domain text not null,
      tld text not null,
      challenge text not null,
      txt_value text not null,
      status text not null default 'added' check (status in ('added', 'pending', 'active')),
      failing_since timestamptz,
      checked_at timestamptz,
      finding text check (finding in ('matched', 'no-record', 'other-value', 'dns-unavailable')),
      found text[] not null default '{}',
      created timestamptz not null,
      updated timestamptz not null,
      leads_here boolean not null default false,
      host_checked_at timestamptz,
      routing text check (routing in ('pointed', 'no-record', 'elsewhere', 'dns-unavailable')),
      points_to text[] not null default '{}',
      our_addresses text[] not null default '{}',
      certificate text check (certificate in ('valid', 'expired', 'wrong-name', 'untrusted', 'unreachable',
        'private-address', 'not-needed')),
      checks smallint not null default 0,
      checks_since timestamptz not null default '-infinity',
      check ((checked_at is null) = (finding is null)),
      check ((host_checked_at is null) = (routing is null))
    );
    create unique index domain_of_account on accounts.domain (account_ref, host);
    create unique index domain_active on accounts.domain (host) where status = 'active';
    create index domain_by_host on accounts.domain (host, domain_ref);
    create index domain_due on accounts.domain (checked_at) where status = 'active';
    grant select, insert, update, delete on accounts.domain to onceover_accounts;
  `);
}
