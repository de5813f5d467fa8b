import { type MetadataData, metadataFields } from './metadata.operation.ts';
import type { RefusalData, StoredOperation } from './stored-operation.ts';

export interface ConcealInput {
  readonly kind: 'SHARE' | 'GENERATE';
  readonly secret: string | undefined;
  readonly passphrase: string | undefined;
  readonly ttl: number | undefined;
  readonly recipients: readonly string[];
  readonly shareDomain: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface ConcealedData {
  readonly __typename: 'ConcealedSecret';
  readonly secretKey: string;
  readonly metadata: MetadataData;
  readonly kind: 'SHARE' | 'GENERATE';
  readonly value: string | null;
  readonly originalSize: number;
  readonly isTruncated: boolean;
  readonly ttlAdjusted: boolean;
  readonly isReplay: boolean;
}

export const concealSecret: StoredOperation<{ input: ConcealInput }, { concealSecret: ConcealedData | RefusalData }> = {
  name: 'ConcealSecret',
  document: `mutation ConcealSecret($input: ConcealSecretInput!) {
  concealSecret(input: $input) {
    __typename
    ... on ConcealedSecret {
      secretKey kind value originalSize isTruncated ttlAdjusted isReplay
      metadata {${metadataFields} }
    }
    ... on Refusal { code message }
    ... on UndeliverableRecipient { address }
    ... on TooManyRecipients { limit }
    ... on MailQuotaReached { retryAfterSeconds }
  }
}`,
};
