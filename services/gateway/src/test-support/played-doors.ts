import { beginPasskeySignIn, signInByPasskey } from '@onceover/schema/internal/passkey';
import { changePassword, requestPasswordReset, resetPassword } from '@onceover/schema/internal/password';
import { confirmSecondStep, signIn, signOut } from '@onceover/schema/internal/sign-in';
import { resendVerification, signUp } from '@onceover/schema/internal/sign-up';
import { submitFeedback } from '@onceover/schema/internal/submit-feedback';
import { choosePassword } from '@onceover/schema/internal/verification';
import type { InternalHandler } from '@onceover/service-kit/internal-call';
import type { Asked } from './ask.ts';
import { customer } from './fake-accounts.ts';

/** What a played door was asked, in order, without who asked. */
export type Inputs = Record<string, unknown>[];
type Input = Inputs[number];

export const newSession = { id: 'N'.repeat(43), rememberMe: null };
export const signedIn = {
  kind: 'signed-in',
  session: newSession,
  custid: customer.custid,
  locale: null,
  deviceMark: 'D'.repeat(43),
};
export const credentials = { email: 'nina@example.com', password: 'correct horse' };
export const done = { kind: 'done' };
export const signedUp = { kind: 'pending', mark: 'M'.repeat(43) };

export function refusedBy(code: string, more: object = {}) {
  return { kind: 'refused', code, ...more };
}

/** The internal calls of forms. */
const doors = {
  signIn,
  confirmSecondStep,
  beginPasskeySignIn,
  signInByPasskey,
  signOut,
  signUp,
  resendVerification,
  requestPasswordReset,
  resetPassword,
  choosePassword,
  changePassword,
  submitFeedback,
};
export type DoorName = keyof typeof doors;
export const doorNames = Object.keys(doors) as DoorName[];

/** A service that plays one internal call with one answer. */
export function playing(
  name: DoorName,
  answer: object | ((input: Input) => object),
  inputs: Inputs = [],
): InternalHandler[] {
  const handle = async ({ caller: _caller, ...input }: Input) => {
    inputs.push(input);
    return typeof answer === 'function' ? answer(input) : answer;
  };
  return [{ call: doors[name], handle: handle as InternalHandler['handle'] }];
}

export function cookiesOf(answer: Asked): string[] {
  return answer.headers['set-cookie'] ?? [];
}
