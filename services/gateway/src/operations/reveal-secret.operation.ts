import type { RefusalData, StoredOperation } from './stored-operation.ts';

export interface RevealInput {
  readonly key: string;
  readonly continue: boolean;
  readonly passphrase: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface RevealedData {
  readonly __typename: 'RevealedSecret';
  readonly shortkey: string;
  readonly value: string;
  readonly originalSize: number;
  readonly isTruncated: boolean;
  readonly hasPassphrase: boolean;
  readonly verification: boolean;
  readonly isOwner: boolean;
  readonly shareDomain: string | null;
  readonly isReplay: boolean;
}

export const revealSecret: StoredOperation<{ input: RevealInput }, { revealSecret: RevealedData | RefusalData }> = {
  name: 'RevealSecret',
  document: `mutation RevealSecret($input: RevealSecretInput!) {
  revealSecret(input: $input) {
    __typename
    ... on RevealedSecret {
      shortkey value originalSize isTruncated hasPassphrase verification isOwner shareDomain isReplay
    }
    ... on Refusal { code message }
    ... on TooManyAttempts { retryAfterSeconds }
  }
}`,
};

export const acknowledgeSecret: StoredOperation<
  { input: { readonly key: string; readonly idempotencyKey: string } },
  { acknowledgeSecret: { readonly acknowledged: boolean } }
> = {
  name: 'AcknowledgeSecret',
  document: `mutation AcknowledgeSecret($input: AcknowledgeSecretInput!) {
  acknowledgeSecret(input: $input) { acknowledged }
}`,
};
