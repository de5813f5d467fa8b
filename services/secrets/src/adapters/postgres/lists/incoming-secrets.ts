import { metaField } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { Delivery, IncomingEntry, IncomingSecrets, Opener } from '../../../use-cases/incoming/list-incoming.ts';
import { stateNow } from '../vault/secret-row.ts';

/** An entry with what became of its email, and who opened it, still flat. */
type IncomingRow = Omit<IncomingEntry, 'delivery' | 'opener'> & {
  readonly status: Delivery['status'] | null;
  readonly at: Date | null;
  readonly kind: Opener['kind'] | null;
  readonly accountRef: string | null;
};

/** Columns of a page of `secrets.incoming`, and where they are from. */
const shown = `
    select page.incoming_id as "incomingId", page.ticket_number as "ticketNumber", page.submitted as "submittedAt",
      s.secret_id as "secretId", s.short as "secretShortkey", ${stateNow}, s.expires as "expiresAt", s.ended_at as "endedAt",
      d.status, d.at, opened.kind, opened."accountRef"`;
const around = `
    join secrets.secret s on s.lookup = page.lookup
    left join secrets.delivery d on d.lookup = page.lookup and d.place = 0
    left join lateral (
      select ${metaField('actorKind')} as kind, ${metaField('actorRef')} as "accountRef"
      from secrets.events e where e.stream_id = s.secret_id and e.type = 'secret.received'
    ) opened on true`;

/** The desk, a ticket number or null, the last row of the page before (its instant and id), how many. */
const pageStatement = {
  name: 'incoming secrets',
  text: `${shown}
    from (
      select i.incoming_id, i.lookup, i.ticket_number, i.submitted
      from secrets.incoming i
      where i.inbox = $1 and ($2::text is null or i.ticket_number = $2)
        and ($3::timestamptz is null or i.submitted < $3 or (i.submitted = $3 and i.incoming_id < $4))
      order by i.submitted desc, i.incoming_id desc
      limit $5
    ) page ${around}
    order by page.submitted desc, page.incoming_id desc`,
};

/** The desk, and ids of secrets. */
const findStatement = {
  name: 'submissions',
  text: `${shown}
    from (
      select i.incoming_id, i.lookup, i.ticket_number, i.submitted
      from secrets.incoming i
      where i.inbox = $1 and i.lookup = any (array(
        select t.lookup from secrets.secret t where t.secret_id = any ($2::uuid[]) and t.kind = 'incoming'))
    ) page ${around}`,
};

export function createPostgresIncomingSecrets(pool: pg.Pool): IncomingSecrets {
  return {
    async page({ inbox, ticketNumber, after, limit }) {
      const at = after === null ? null : new Date(after.at);
      const values = [inbox, ticketNumber, at, after?.id ?? null, limit];
      const rows = await queryRows<IncomingRow>(pool, pageStatement, values);
      return rows.map(toIncomingEntry);
    },
    find: async (inbox, secretIds) =>
      (await queryRows<IncomingRow>(pool, findStatement, [inbox, secretIds])).map(toIncomingEntry),
  };
}

function toIncomingEntry({ status, at, kind, accountRef, ...entry }: IncomingRow): IncomingEntry {
  return {
    ...entry,
    delivery: status === null || at === null ? null : { status, at: at.getTime() },
    opener: kind === null ? null : { kind, accountRef },
  };
}
