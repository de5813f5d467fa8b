import { parseRecipient } from '@onceover/schema/email-address';
import type { SecretObject } from '@onceover/schema/rest/secret';
import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { Concealed } from '../../../calls/secret-calls.ts';
import { type MetadataReader, presentMetadata } from './metadata.ts';
import { restWord } from './rest-word.ts';

/** The answer of conceal; `recipients` are those of the form, with or without a name. Source: REST contract 5.1. */
export function presentConcealed(
  concealed: Concealed,
  given: MetadataReader & { readonly shrimp: string; readonly recipients: readonly string[] },
): NativeAnswers['concealed'] {
  const { metadata } = concealed;
  return {
    success: true,
    shrimp: given.shrimp,
    custid: given.custid,
    record: {
      metadata: presentMetadata({ ...metadata, secretKey: concealed.secretKey }, given),
      secret: presentSecret(concealed),
      share_domain: metadata.shareDomain,
    },
    details: {
      kind: restWord(concealed.kind),
      recipient: bareAddresses(given.recipients),
      recipient_safe: metadata.recipients === null ? [] : metadata.recipients.split(', '),
      ttl_adjusted: concealed.ttlAdjusted,
    },
  };
}

/** The Secret object. Source: REST contract 4.2. */
function presentSecret(concealed: Concealed): SecretObject {
  const { metadata } = concealed;
  const secret: SecretObject = {
    key: concealed.secretKey,
    identifier: concealed.secretKey,
    shortkey: metadata.secretShortkey,
    state: 'new',
    secret_ttl: metadata.secretTtl,
    lifespan: metadata.secretTtl,
    original_size: concealed.originalSize,
    created: metadata.created,
    updated: metadata.updated,
    is_truncated: concealed.isTruncated,
    has_passphrase: metadata.hasPassphrase,
    verification: false,
  };
  if (concealed.value !== null) secret.secret_value = concealed.value;
  return secret;
}

/** The addresses that an email went to: a name beside one is not kept, so it is not repeated either. */
function bareAddresses(recipients: readonly string[]): string[] {
  const addresses = recipients.map(parseRecipient).filter((address) => address !== null);
  return [...new Set(addresses)];
}
