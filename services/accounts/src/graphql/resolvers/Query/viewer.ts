import { toViewer } from '../../mappers.ts';
import type { QueryResolvers } from '../../types.generated.ts';

export const viewer: NonNullable<QueryResolvers['viewer']> = async (_parent, _args, { useCases, caller }) => {
  const view = await useCases.viewAccount(caller);
  return view === null ? null : toViewer(view);
};
