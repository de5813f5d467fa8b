import type { GraphContext } from '../../context.ts';
import { toMetadata } from '../../mappers.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers, MutationSubmitIncomingArgs, SubmitIncomingResult } from '../../types.generated.ts';

export const submitIncoming: Required<MutationResolvers>['submitIncoming'] = refusable(
  async (
    _parent: unknown,
    { input: { secret, ticketNumber } }: MutationSubmitIncomingArgs,
    { useCases, caller }: GraphContext,
  ): Promise<SubmitIncomingResult> => {
    const submitted = await useCases.submitIncoming({ secret, ticketNumber }, caller);
    return { __typename: 'IncomingSubmitted', ...submitted, metadata: toMetadata(submitted.metadata) };
  },
);
