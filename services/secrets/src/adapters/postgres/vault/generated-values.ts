import { newsOf } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import type { GeneratedValues } from '../../../use-cases/metadata/show-generated-value.ts';
import { eventText } from './event-text.ts';
import type { CommitListeners } from './secret-writes.ts';

const showStatement = {
  name: 'show generated value',
  text: 'select tenant_ref as "tenantRef" from secrets.show_generated_value($1, $2, $3, $4)',
};

/** Looks at generated values in PostgreSQL, judged by its clock. */
export function createPostgresGeneratedValues(pool: pg.Pool, { check, onCommitted }: CommitListeners): GeneratedValues {
  return {
    async claim({ secretId, lookup }, event, withinSeconds, { commandId, meta }) {
      check({ events: [event] }, meta);
      const values = [lookup, secretId, withinSeconds, eventText(event, { commandId, meta })];
      const [row] = await queryRows<{ tenantRef: string | null }>(pool, showStatement, values);
      if (row === undefined) return false;
      const news = newsOf('secrets', [{ ...event, ...row, streamId: secretId }]);
      if (news !== undefined) onCommitted(news);
      return true;
    },
  };
}
