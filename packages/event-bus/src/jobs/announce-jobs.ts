/**
 * SQL that tells the workers to look for jobs now, as the queue itself does when jobs are added. Jobs that become due in
 * any other way would wait for the next poll.
 */
export const announceJobs = `pg_notify('jobs:insert', json_build_object('r', random(), 'count', 64)::text)`;
