import { confirmSecondStep, signIn, signOut } from './sign-in.operation.ts';
import { requestPasswordReset, resendVerification, resetPassword, signUp } from './sign-up.operation.ts';

/** What the sign-in and sign-up doors run; no document from outside reaches these fields. */
export const doorOperations = [
  signIn,
  confirmSecondStep,
  signOut,
  signUp,
  resendVerification,
  requestPasswordReset,
  resetPassword,
];
