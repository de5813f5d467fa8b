import type { RefusalData, StoredOperation } from '../stored-operation.ts';

/** What becomes cookies. */
export interface NewSessionData {
  readonly id: string;
  readonly rememberMe: string | null;
}

export interface SignedInData {
  readonly __typename: 'SignedIn';
  readonly session: NewSessionData;
  readonly custid: string;
  readonly locale: string | null;
}

export interface SecondStepData {
  readonly __typename: 'SecondStepRequired';
  readonly session: NewSessionData;
}

interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly rememberMe: boolean;
  readonly userAgentFamily: string;
  readonly sessionId: string | null;
}

const refusal = '... on Refusal { code message } ... on TooManyTries { retryAfterSeconds }';

export const signIn: StoredOperation<{ input: SignInInput }, { signIn: SignedInData | SecondStepData | RefusalData }> =
  {
    name: 'SignIn',
    document: `mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    __typename
    ... on SignedIn { session { id rememberMe } custid locale }
    ... on SecondStepRequired { session { id rememberMe } }
    ${refusal}
  }
}`,
  };

export const confirmSecondStep: StoredOperation<
  { input: { readonly sessionId: string; readonly code: string } },
  { confirmSecondStep: SignedInData | RefusalData }
> = {
  name: 'ConfirmSecondStep',
  document: `mutation ConfirmSecondStep($input: ConfirmSecondStepInput!) {
  confirmSecondStep(input: $input) {
    __typename
    ... on SignedIn { session { id rememberMe } custid locale }
    ${refusal}
  }
}`,
};

export const signOut: StoredOperation<
  { input: { readonly sessionId: string | null; readonly rememberMe: string | null } },
  { signOut: { readonly isSignedOut: boolean } }
> = {
  name: 'SignOut',
  document: 'mutation SignOut($input: SignOutInput!) { signOut(input: $input) { isSignedOut } }',
};
