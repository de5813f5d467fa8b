import type { Knex } from 'knex';

/**
 * Counts for colonels. They are taken from the rows that are there when somebody asks, so that no conceal or reveal pays
 * for them; what the purge removes it adds to `tally`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secrets.tally (
      one bool primary key default true check (one),
      created bigint not null default 0,
      shared bigint not null default 0,
      emails bigint not null default 0
    );
    insert into secrets.tally default values;

    create function secrets.count_secrets()
      returns table (metadata_count bigint, secret_count bigint, created bigint, shared bigint, emails bigint)
      language plpgsql set enable_seqscan = on as $$
    #variable_conflict use_column
    begin
      return query select
        (select count(*) from secrets.metadata m where m.until > clock_timestamp()),
        s.living, t.created + s.created, t.shared + s.shared,
        t.emails + (select count(*) from secrets.delivery d where d.status = 'sent')
      from secrets.tally t cross join (
        select count(*) filter (where state = 'new' and expires > clock_timestamp()) as living,
          count(*) filter (where kind <> 'verification') as created,
          count(*) filter (where kind <> 'verification' and state = 'received') as shared
        from secrets.secret) s;
    end $$;

    revoke execute on function secrets.count_secrets() from public;
    grant execute on function secrets.count_secrets() to onceover_secrets;
    grant select, update on secrets.tally to onceover_secrets;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function secrets.count_secrets();
    drop table secrets.tally;
  `);
}
