import { identifier } from '@onceover/event-store';
import type pg from 'pg';
import { announceJobs } from '../jobs/liveness.ts';

/** For tests of retries: every waiting job comes `byMs` milliseconds earlier, as if that much time had passed. */
export async function hastenJobs(pool: pg.Pool, schema: string, byMs: number): Promise<void> {
  await pool.query(
    `with hastened as (
       update ${identifier(schema)}._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
       where locked_at is null returning id)
     select ${announceJobs} from hastened`,
    [byMs],
  );
}
