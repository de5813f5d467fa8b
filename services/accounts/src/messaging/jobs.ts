import { type JobTask, jobsSchemaOf } from '@onceover/event-bus';
import { handlePendingRequestUseCase } from '../use-cases/account/handle-pending-request.ts';
import { verifyAccountUseCase } from '../use-cases/account/verify-account.ts';
import type { ServicePorts } from '../use-cases/use-cases.ts';

/** Where the jobs of this service wait. */
export const jobsSchema = jobsSchemaOf('accounts');

/** What the worker does, by job name. Payloads are references. */
export function jobTasks({ account }: ServicePorts): Readonly<Record<string, JobTask>> {
  const handlePendingRequest = handlePendingRequestUseCase(account);
  const verifyAccount = verifyAccountUseCase(account);
  return {
    'pending-request': {
      run: ({ requestId }) => handlePendingRequest(String(requestId)),
      retryMs: (attempt) => Math.min(500 * 2 ** attempt, 300_000),
    },
    'verify-account': { run: ({ accountRef }) => verifyAccount(String(accountRef)) },
  };
}
