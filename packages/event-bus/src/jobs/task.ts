import { NamedError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import type { JobPayload } from './job-queue.ts';

export interface Job {
  readonly id: string;
  readonly name: string;
  /** From 1; also counts runs that were cut short. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Aborts when the worker stops and the job takes too long to finish. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/**
 * What a worker does for one kind of job, outside any transaction. It may run twice for one job (a process died between
 * the effect and the end of the job), so it keeps its own state and checks that first.
 */
export interface JobTask {
  /** Resolve: the job is done. Reject: try again later, unless no tries are left or it is a `PermanentJobFailure`. */
  run(payload: JobPayload, job: Job): Promise<void>;
  /**
   * Pause before the run after `attempt`, in milliseconds; never less than e^attempt seconds (2.7 s, 7.4 s, 20 s …), which
   * is also the default.
   */
  retryMs?(attempt: number): number;
}

/** Trying again would be pointless: the job is given up at once. */
export class PermanentJobFailure extends NamedError {}
