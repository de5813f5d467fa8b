import type { RefusalData, StoredOperation } from './stored-operation.ts';

export const replaceApiToken: StoredOperation<Record<never, never>, { replaceApiToken: { readonly token: string } }> = {
  name: 'ReplaceToken',
  document: 'mutation ReplaceToken { replaceApiToken { token } }',
};

export const deleteAccount: StoredOperation<
  { input: { readonly password: string } },
  { deleteAccount: { readonly __typename: 'AccountDeleted' } | RefusalData }
> = {
  name: 'DeleteAccount',
  document: `mutation DeleteAccount($input: DeleteAccountInput!) {
  deleteAccount(input: $input) {
    __typename
    ... on Refusal { code message }
    ... on TooManyTries { retryAfterSeconds }
  }
}`,
};

export interface LocaleUpdatedData {
  readonly __typename: 'LocaleUpdated';
  readonly newLocale: string;
  readonly oldLocale: string | null;
}

export const updateLocale: StoredOperation<
  { input: { readonly locale: string } },
  { updateLocale: LocaleUpdatedData | RefusalData }
> = {
  name: 'ChooseLocale',
  document: `mutation ChooseLocale($input: UpdateLocaleInput!) {
  updateLocale(input: $input) {
    __typename
    ... on LocaleUpdated { newLocale oldLocale }
    ... on Refusal { code message }
  }
}`,
};
