import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers, MutationUpdateLocaleArgs, UpdateLocaleResult } from '../../types.generated.ts';

export const updateLocale: NonNullable<MutationResolvers['updateLocale']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationUpdateLocaleArgs,
    { useCases, caller }: GraphContext,
  ): Promise<UpdateLocaleResult> => {
    return { __typename: 'LocaleUpdated', ...(await useCases.updateLocale(input.locale, caller)) };
  },
);
