import type { GraphContext } from '../../context.ts';
import { refusable } from '../../refusable.ts';
import type { MutationResolvers, MutationSignUpArgs, SignUpResult } from '../../types.generated.ts';

export const signUp: NonNullable<MutationResolvers['signUp']> = refusable(
  async (_parent: unknown, { input }: MutationSignUpArgs, { useCases }: GraphContext): Promise<SignUpResult> => {
    await useCases.signUp({ ...input, planCode: input.planCode ?? null });
    return { __typename: 'CheckYourMail', isAccepted: true };
  },
);
