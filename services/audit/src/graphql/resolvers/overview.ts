import type { QueryResolvers } from '../types.generated.ts';

export const overviewQueries = {
  colonelOverview: async (_parent, { range }, { useCases, caller }) => await useCases.colonelOverview(range, caller),
  colonelPulse: async (_parent, _args, { useCases, caller }) => await useCases.colonelPulse(caller),
  systemHealth: async (_parent, _args, { useCases, caller }) => await useCases.systemHealth(caller),
} satisfies QueryResolvers;
