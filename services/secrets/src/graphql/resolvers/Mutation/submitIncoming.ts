import type { MutationResolvers } from '../../types.generated.ts';

export const submitIncoming: Required<MutationResolvers>['submitIncoming'] = async (
  _parent,
  { input },
  { useCases, caller },
) => ({ __typename: 'IncomingSubmitted', ...(await useCases.submitIncoming(input, caller)) });
