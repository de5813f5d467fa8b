import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type {
  MutationResendVerificationArgs,
  MutationResolvers,
  ResendVerificationResult,
} from '../../types.generated.ts';

export const resendVerification: NonNullable<MutationResolvers['resendVerification']> = refusable(
  async (
    _parent: unknown,
    { input }: MutationResendVerificationArgs,
    { useCases }: GraphContext,
  ): Promise<ResendVerificationResult> => {
    await useCases.resendVerification(input);
    return { __typename: 'CheckYourMail', isAccepted: true };
  },
);
