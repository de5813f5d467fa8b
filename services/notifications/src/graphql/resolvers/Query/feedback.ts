import type { QueryResolvers } from '../../types.generated.ts';

export const feedback: Required<QueryResolvers>['feedback'] = async (_parent, { first }, { useCases, caller }) =>
  await useCases.listFeedback(first, caller);
