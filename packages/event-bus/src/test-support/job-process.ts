import { poolSettings } from '@onceover/event-store';
import { createLogger } from '@onceover/service-kit/logging';
import pg from 'pg';
import { createJobWorker } from '../jobs/job-worker.ts';
import { AS_COUNTER, COUNTER_JOBS } from './migrate-bus.ts';

/** A worker in its own process that never finishes its job. */
const address = JSON.parse(process.argv[2] ?? '{}') as pg.ClientConfig;
const pool = new pg.Pool({ ...address, ...poolSettings({ max: 6, name: 'job-process' }), ...AS_COUNTER });
await createJobWorker({
  pool,
  schema: COUNTER_JOBS,
  log: createLogger('job-process'),
  tasks: {
    paint: {
      async run() {
        process.stdout.write('at it\n');
        await new Promise(() => undefined);
      },
    },
  },
});
