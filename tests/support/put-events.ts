import { writeMeta } from '@onceover/event-store';
import type pg from 'pg';

const meta = writeMeta({ correlationId: 'many', actor: { kind: 'system' }, surface: 'api', networkTag: 'bmV0d29y' });

/** Puts events of so many accounts into the log of secrets at once; each is the first of a stream of its own. */
export async function putEvents(client: pg.Client | pg.Pool, events: number, accounts: number): Promise<void> {
  await client.query(
    `insert into secrets.events (gen, stream_id, version, event_id, type, category, tenant_ref, data, meta)
      select (select gen from secrets.log_meta), uuidv7(), 1, gen_random_uuid(), 'secret.burned', 'secret',
        ('01980000-0000-7000-8000-' || lpad((n % $2::int)::text, 12, '0'))::uuid, '{"by": "anonymous"}',
        $3::jsonb
      from generate_series(1, $1::int) n`,
    [events, accounts, meta],
  );
}
