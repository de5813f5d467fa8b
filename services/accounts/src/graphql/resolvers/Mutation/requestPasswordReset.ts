import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type {
  MutationRequestPasswordResetArgs,
  MutationResolvers,
  RequestPasswordResetResult,
} from '../../types.generated.ts';

export const requestPasswordReset: NonNullable<MutationResolvers['requestPasswordReset']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationRequestPasswordResetArgs,
    { useCases }: GraphContext,
  ): Promise<RequestPasswordResetResult> => {
    await useCases.requestPasswordReset(input);
    return { __typename: 'CheckYourMail', isAccepted: true };
  },
);
