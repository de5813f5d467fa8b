import type { Jobs } from '@onceover/service-shell/service-parts';
import { interceptionFrom, tellOfInterceptionUseCase } from '../use-cases/account/tell-of-interception.ts';
import { disabledWebhook, tellOfWebhookUseCase } from '../use-cases/account/tell-of-webhook.ts';
import { verifyAccountUseCase } from '../use-cases/account/verify-account.ts';
import { handlePendingRequestUseCase } from '../use-cases/sign-up/handle-pending-request.ts';
import type { ServicePorts } from '../use-cases/use-cases.ts';

/** What the worker does, by job name. Payloads are references. */
export function jobsOf({ account }: ServicePorts): Jobs {
  const handlePendingRequest = handlePendingRequestUseCase(account);
  const tellOfInterception = tellOfInterceptionUseCase(account);
  const tellOfWebhook = tellOfWebhookUseCase(account);
  const verifyAccount = verifyAccountUseCase(account);
  return {
    tasks: {
      'pending-request': {
        run: ({ requestId }) => handlePendingRequest(String(requestId)),
        retryMs: (attempt) => Math.min(500 * 2 ** attempt, 300_000),
      },
      'tell-of-interception': { run: (payload) => tellOfInterception(interceptionFrom(payload)) },
      'tell-of-webhook': { run: (payload) => tellOfWebhook(disabledWebhook.parse(payload)) },
      'verify-account': { run: ({ accountRef, secretId }) => verifyAccount(String(accountRef), String(secretId)) },
    },
  };
}
