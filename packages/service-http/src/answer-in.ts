import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import type { Outcome } from './protocol.ts';

/** What was answered; throws what another service threw, as far as that travels. `asked` is for the fault. */
export function answerIn(outcome: Outcome, asked: string): unknown {
  switch (outcome.kind) {
    case 'answer':
      return outcome.value;
    case 'outage':
      throw new (outcome.isOutcomeUnknown ? OutcomeUnknownError : OutageError)(outcome.dependency, outcome);
    case 'not-authorized':
      throw new NotAuthorizedError();
    case 'unknown-document':
    case 'fault':
      throw new Error(`${asked} failed in the service that was asked; its log says why`);
  }
}
