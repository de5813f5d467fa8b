import type { ViewerResolvers } from '../../types.generated.ts';

/** A viewer's `id` is the account's reference. */
export const usage: NonNullable<ViewerResolvers['usage']> = ({ id }, _args, { useCases }) => useCases.showUsage(id);
