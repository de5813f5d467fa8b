import type { Knex } from 'knex';

/**
 * Custom domains as they are now, beside their streams. Hosts stand here in clear, because requests name them; the row goes
 * when the domain is removed or its account closed, and what stays in the log is sealed.
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
      looks smallint not null default 0,
      looks_since timestamptz not null default '-infinity',
      check ((checked_at is null) = (finding is null))
    );
    create unique index domain_of_account on accounts.domain (account_ref, host);
    create unique index domain_active on accounts.domain (host) where status = 'active';
    create index domain_due on accounts.domain (checked_at) where status = 'active';
    grant select, insert, update, delete on accounts.domain to onceover_accounts;
  `);
  await knex.raw(functions);
  for (const signature of signatures) {
    await knex.raw(`
      revoke execute on function accounts.${signature} from public;
      grant execute on function accounts.${signature} to onceover_accounts;
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const signature of signatures) await knex.raw(`drop function accounts.${signature}`);
  await knex.raw('drop table accounts.domain');
}

const signatures = [
  'write_domain(jsonb)',
  'write_domain_look(jsonb)',
  'write_domain_removal(jsonb)',
  'reserve_domain_look(uuid, timestamptz, int, int)',
];

const functions = `
  create function accounts.write_domain(rows jsonb) returns void language plpgsql as $$
  begin
    insert into accounts.domain (domain_ref, domain_id, account_ref, original, host, display, base_domain, tld,
        challenge, txt_value, created, updated)
      select r.domain_ref, r.domain_id, r.account_ref, r.original, r.host, r.display, r.base_domain, r.tld,
        r.challenge, r.txt_value, r.created, r.created
      from jsonb_to_recordset(rows) as r(domain_ref uuid, domain_id text, account_ref uuid, original text, host text,
        display text, base_domain text, tld text, challenge text, txt_value text, created timestamptz);
  end $$;

  -- row by row, so that each is found by its key; a look at a domain that is gone or has moved on changes nothing
  create function accounts.write_domain_look(rows jsonb) returns void language plpgsql as $$
  declare
    r record;
  begin
    for r in select * from jsonb_to_recordset(rows) as l(domain_ref uuid, from_version int, version int, status text,
        failing_since timestamptz, checked_at timestamptz, finding text, found text[])
    loop
      update accounts.domain d set version = r.version, status = r.status, failing_since = r.failing_since,
          checked_at = r.checked_at, finding = r.finding, found = r.found,
          updated = case when d.status <> r.status then r.checked_at else d.updated end
        where d.domain_ref = r.domain_ref and d.version = r.from_version;
    end loop;
  end $$;

  create function accounts.write_domain_removal(rows jsonb) returns void language plpgsql as $$
  declare
    keys uuid[] := array(select (r.value ->> 'domain_ref')::uuid from jsonb_array_elements(rows) r);
  begin
    delete from accounts.domain d where d.domain_ref = any(keys);
  end $$;

  -- counts a look before it is made; gives the seconds to wait, 0 when it may be made
  create function accounts.reserve_domain_look(in_ref uuid, at timestamptz, per_window int, window_seconds int)
    returns int language plpgsql as $$
  declare
    d accounts.domain;
  begin
    select * into d from accounts.domain where domain_ref = in_ref for update;
    if not found then
      return 0;
    end if;
    if d.looks_since <= at - make_interval(secs => window_seconds) then
      update accounts.domain set looks = 1, looks_since = at where domain_ref = in_ref;
      return 0;
    end if;
    if d.looks >= per_window then
      return greatest(1, ceil(extract(epoch from d.looks_since + make_interval(secs => window_seconds) - at)))::int;
    end if;
    update accounts.domain set looks = d.looks + 1 where domain_ref = in_ref;
    return 0;
  end $$;
`;
