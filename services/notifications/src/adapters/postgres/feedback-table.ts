import { type EventStore, onlyRow, queryOn } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type { FeedbackSubmitted } from '@onceover/schema/events/notifications';
import { newId } from '@onceover/service-kit/ids';
import type pg from 'pg';
import type { FeedbackBox } from '../../use-cases/feedback/feedback.ts';

const INSERT = 'insert into notifications.feedback (feedback_id, message) values ($1::uuid, $2)';

const NEWEST = {
  name: 'newest feedback',
  text: `
    select f.feedback_id as "feedbackId", f.message, f.created as "createdAt" from notifications.feedback f
      order by f.created desc, f.feedback_id desc limit $1::int`,
};

const COUNT = {
  name: 'count feedback',
  text: `
    select count(*)::int as all,
        count(*) filter (where f.created >= t.today)::int as today,
        count(*) filter (where f.created >= t.today - interval '1 day' and f.created < t.today)::int as yesterday
      from notifications.feedback f,
        lateral (select date_trunc('day', clock_timestamp(), 'UTC') as today offset 0) t`,
};

/** Feedback in its table; the event names it and says nothing of it. */
export function createPostgresFeedbackBox(pool: pg.Pool, events: EventStore): FeedbackBox {
  return {
    async put({ feedbackId, message }, { correlationId, origin, isAnonymous }) {
      const actor = { kind: isAnonymous ? 'anonymous' : 'unknown' } as const;
      const context = { commandId: newId(), tenantRef: null, meta: { correlationId, actor, ...origin } };
      const submitted: FeedbackSubmitted = { type: 'feedback.submitted', schemaVersion: 1, data: { feedbackId } };
      await events.transact(context, async ({ append, tx }) => {
        await append({
          stream: { id: feedbackId, category: 'feedback' },
          expected: 'none',
          events: [submitted],
          closes: true,
        });
        await queryOn(tx, INSERT, [feedbackId, message]);
      });
    },
    newest: (count) => queryRows(pool, NEWEST, [count]),
    count: async () => onlyRow({ rows: await queryRows(pool, COUNT) }),
  };
}
