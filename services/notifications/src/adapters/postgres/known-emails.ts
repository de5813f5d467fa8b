import { onlyRow } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { CustomerEmails, KnownEmails } from '../../use-cases/mail/known-emails.ts';

const COUNT = {
  name: 'count emails of a customer',
  text: `
    select count(*) filter (where m.ended is null)::int as queued,
        count(*) filter (where m.state = 'sent')::int as sent,
        count(*) filter (where m.state = 'failed')::int as failed,
        count(*) filter (where m.state = 'suppressed')::int as suppressed,
        count(*) filter (where m.state = 'bounced')::int as bounced
      from notifications.mail m where m.tenant_ref = $1`,
};

const LAST_FAILURE = {
  name: 'last failed email of a customer',
  text: `
    select m.reason_code as reason, coalesce(m.bounced, m.ended) as at from notifications.mail m
      where m.tenant_ref = $1 and m.state in ('failed', 'bounced') order by 2 desc limit 1`,
};

const ABOUT = {
  name: 'emails about a subject',
  text: `
    select case when m.ended is null then 'queued' else m.state end as status,
        coalesce(m.bounced, m.ended, m.created) as at
      from notifications.mail m where m.subject_ref = $1 order by m.place`,
};

const QUEUE = {
  name: 'mail queue',
  text: `
    select count(*)::int as waiting, min(m.created) as oldest from notifications.mail m where m.state in ('queued', 'sending')`,
};

export function createPostgresKnownEmails(pool: pg.Pool): KnownEmails {
  return {
    async countOf(accountRef) {
      const [counts, lastFailure] = await Promise.all([
        queryRows<Omit<CustomerEmails, 'lastFailure'>>(pool, COUNT, [accountRef]),
        queryRow<NonNullable<CustomerEmails['lastFailure']>>(pool, LAST_FAILURE, [accountRef]),
      ]);
      return { ...onlyRow({ rows: counts }), lastFailure };
    },
    listAbout: (subjectRef) => queryRows(pool, ABOUT, [subjectRef]),
    queue: async () => onlyRow({ rows: await queryRows(pool, QUEUE) }),
  };
}
