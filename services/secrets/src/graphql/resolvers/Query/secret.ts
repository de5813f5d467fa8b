import { toSecretGate } from '../../mappers.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const secret: Required<QueryResolvers>['secret'] = async (_parent, { key }, { useCases, caller }) => {
  const gate = await useCases.lookAtSecret(key);
  return gate === null ? null : toSecretGate(gate, caller);
};
