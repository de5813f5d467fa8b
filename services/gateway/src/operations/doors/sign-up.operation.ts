import type { RefusalData, StoredOperation } from '../stored-operation.ts';

interface Accepted {
  readonly __typename: 'CheckYourMail';
}

interface SignUpInput {
  readonly email: string;
  readonly password: string;
  readonly passwordConfirm: string;
  readonly planCode: string | null;
  readonly locale: string;
}

interface ByMailInput {
  readonly email: string;
  readonly locale: string;
}

export const signUp: StoredOperation<{ input: SignUpInput }, { signUp: Accepted | RefusalData }> = {
  name: 'SignUp',
  document: `mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) { __typename ... on Refusal { code message } }
}`,
};

export const resendVerification: StoredOperation<
  { input: ByMailInput },
  { resendVerification: Accepted | RefusalData }
> = {
  name: 'ResendVerification',
  document: `mutation ResendVerification($input: ResendVerificationInput!) {
  resendVerification(input: $input) { __typename ... on Refusal { code message } }
}`,
};

export const requestPasswordReset: StoredOperation<
  { input: ByMailInput },
  { requestPasswordReset: Accepted | RefusalData }
> = {
  name: 'RequestPasswordReset',
  document: `mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
  requestPasswordReset(input: $input) { __typename ... on Refusal { code message } }
}`,
};

export const resetPassword: StoredOperation<
  { input: { readonly resetKey: string; readonly password: string; readonly passwordConfirm: string } },
  { resetPassword: { readonly __typename: 'PasswordReset' } | RefusalData }
> = {
  name: 'ResetPassword',
  document: `mutation ResetPassword($input: ResetPasswordInput!) {
  resetPassword(input: $input) { __typename ... on Refusal { code message } }
}`,
};
