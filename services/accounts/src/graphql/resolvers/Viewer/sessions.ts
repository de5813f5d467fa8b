import { toListedSession } from '../../mappers.ts';
import type { ViewerResolvers } from '../../types.generated.ts';

export const sessions: NonNullable<ViewerResolvers['sessions']> = async (_viewer, _args, { useCases, caller }) =>
  (await useCases.listSessions(caller)).map(toListedSession);
