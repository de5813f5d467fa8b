import { type MetadataData, metadataFields } from './metadata.operation.ts';
import type { RefusalData, StoredOperation } from './stored-operation.ts';

export interface BurnInput {
  readonly key: string;
  readonly continue: boolean;
  readonly passphrase: string | undefined;
}

export interface BurnedData {
  readonly __typename: 'BurnedSecret';
  readonly metadata: MetadataData;
}

export const burnSecret: StoredOperation<{ input: BurnInput }, { burnSecret: BurnedData | RefusalData }> = {
  name: 'BurnSecret',
  document: `mutation BurnSecret($input: BurnSecretInput!) {
  burnSecret(input: $input) {
    __typename
    ... on BurnedSecret { metadata {${metadataFields} } }
    ... on Refusal { code message }
    ... on TooManyAttempts { retryAfterSeconds }
  }
}`,
};
