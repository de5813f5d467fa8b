import { cpus } from 'node:os';

/**
 * For a small machine that runs the program and its database. Nothing acknowledged is ever lost (fsync,
 * synchronous_commit, full_page_writes), and no data of a statement reaches the server's log.
 */
export function serverSettings(overrides: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: '100',
    shared_buffers: '96MB',
    effective_cache_size: '512MB',
    work_mem: '4MB',
    maintenance_work_mem: '48MB',
    wal_buffers: '8MB',
    min_wal_size: '128MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    // Statements are short and many, so parallel plans and compilation would only cost time.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_worker_processes: String(Math.min(4, Math.max(1, cpus().length))),
    max_logical_replication_workers: '0',
    max_wal_senders: '2',
    io_method: 'sync',
    update_process_title: 'off',
    autovacuum_naptime: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m ',
    // Above errors: a message such as "invalid input syntax" quotes its input, and the program gets the error anyway.
    log_min_messages: 'log',
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...overrides,
  };
}
