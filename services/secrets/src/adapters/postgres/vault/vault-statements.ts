import { secretColumns, streamJoin } from './secret-row.ts';

/**
 * The reads of the vault, each one prepared statement for any number of keys. Keys travel as hexadecimal text.
 * "Can be opened" is judged by `clock_timestamp()`, the time of the read and not of its transaction.
 *
 * @NOTE Each key is looked up by a lateral subquery that `offset 0` keeps apart: as a join, a plan made while a table was
 * nearly empty walks that table's whole index per batch and is kept until the next ANALYZE.
 */
const openable = `s.state = 'new' and s.expires > clock_timestamp()`;

export const gateStatement = {
  name: 'secret gate',
  text: `
    select k.key, found.*
    from unnest($1::text[]) as k(key)
    cross join lateral (
      select s.short, s.flags, s.owner_ref, case when s.share_domain_id is not null then
        (select m.share_domain from secrets.metadata m where m.lookup = s.lookup) end as share_domain
      from secrets.secret s
      where s.lookup = decode(k.key, 'hex') and ${openable}
      offset 0
    ) found`,
};

/** A key is the lookup, and after a colon the claim token's hash where there is one. */
export const entryStatement = {
  name: 'secret entry',
  text: `
    select k.key, found.*
    from (
      select key, split_part(key, ':', 1) as lookup, split_part(key, ':', 2) as token from unnest($1::text[]) as u(key)
    ) k
    cross join lateral (
      select ${secretColumns}, c.ct, c."outer", c.v, sh.e, sh.wshard,
        k.token <> '' and exists (
          select from secrets.redelivery r
          where r.lookup = s.lookup and r.token_hash = decode(k.token, 'hex')
            and r.left_count > 0 and r.until > clock_timestamp()) as is_redeliverable
      from secrets.secret s
      ${streamJoin}
      left join secrets.secret_content c on c.lookup = s.lookup and ${openable}
      left join secrets.shard sh on sh.lookup = c.lookup
      where s.lookup = decode(k.lookup, 'hex')
      offset 0
    ) found`,
};

/** What a creator sees, but the link; from `secret s` and `metadata m`. Mails are looked for only where there are any. */
export const entryColumns = `${secretColumns}, m.mshort, m.v, m.recipients_obscured, m.received_at, m.burned_at,
        m.expired_at, m.updated, m.delivery_confirmed, s.ttl, s.attempts,
        case when m.recipients_obscured is not null then (
          select jsonb_agg(jsonb_build_object('status', d.status, 'at', extract(epoch from d.at) * 1000) order by d.place)
          from secrets.delivery d where d.lookup = m.lookup) end as deliveries`;
const noLink = 'null::bytea as linkbox, null::int as e, null::bytea as wshard';

export const metadataStatement = {
  name: 'metadata entry',
  text: `
    select k.key, found.*
    from unnest($1::text[]) as k(key)
    cross join lateral (
      select ${entryColumns}, m.linkbox, sh.e, sh.wshard
      from secrets.metadata m
      join secrets.secret s on s.lookup = m.lookup
      ${streamJoin}
      left join secrets.shard sh on sh.lookup = s.lookup and ${openable}
      where m.mlookup = decode(k.key, 'hex') and m.until > clock_timestamp()
      offset 0
    ) found`,
};

/** By owner handle and owner. */
export const handleStatement = {
  name: 'metadata entry by handle',
  text: `
    select found.*
    from (select m.lookup from secrets.metadata m where m.r = $1 and m.until > clock_timestamp() offset 0) k
    cross join lateral (
      select ${entryColumns}, ${noLink}
      from secrets.metadata m
      join secrets.secret s on s.lookup = m.lookup
      ${streamJoin}
      where m.lookup = k.lookup
      offset 0
    ) found
    where found.owner_ref = $2`,
};

/** The owner, `received`, `not-received` or null, the last row of the page before (its instant and handle), how many. */
export const recentStatement = {
  name: 'recent secrets',
  text: `
    select page.handle, found.*
    from (
      select recent.lookup, recent.created, m.handle
      from (
        select s.lookup, s.created, s.state
        from secrets.secret s
        where s.owner_ref = $1 and s.kind <> 'verification'
          and s.created > (select clock_timestamp() - interval '30 days')
        order by s.created desc
        limit 1000
      ) recent
      cross join lateral (
        select m.r as handle from secrets.metadata m where m.lookup = recent.lookup offset 0
      ) m
      where m.handle is not null
        and ($2::text is null or ($2 = 'received') = (recent.state in ('received', 'burned')))
        and ($3::timestamptz is null or recent.created < $3 or (recent.created = $3 and m.handle < $4))
      order by recent.created desc, m.handle desc
      limit $5
    ) page
    cross join lateral (
      select ${entryColumns}, ${noLink}
      from secrets.metadata m
      join secrets.secret s on s.lookup = m.lookup
      ${streamJoin}
      where m.lookup = page.lookup
      offset 0
    ) found
    order by page.created desc, page.handle desc`,
};

export const recentCountStatement = {
  name: 'recent counts',
  text: `
    select count(*) filter (where s.state in ('received', 'burned'))::int as received,
      count(*) filter (where s.state not in ('received', 'burned'))::int as not_received
    from secrets.secret s
    where s.owner_ref = $1 and s.kind <> 'verification'
      and s.created > (select clock_timestamp() - interval '30 days')`,
};

/** The clock is asked once, so that the index can stop at it. */
export const dueStatement = {
  name: 'due secrets',
  text: `
    select ${secretColumns}
    from secrets.secret s
    ${streamJoin}
    where s.ended_at is null and s.expires <= (select clock_timestamp())
    order by s.expires
    limit $1`,
};
