import { type RefusalCode, type RefusalDefinition, refusals } from '@onceover/schema/refusals';
import { ApiError } from '../http/api-error.ts';
import type { RefusalData } from '../operations/stored-operation.ts';

/** Tells a refusal from the answer that was hoped for. */
export function isRefusal(data: { readonly __typename: string }): data is RefusalData {
  return 'code' in data;
}

/** What the request named that a refusal's words repeat. */
interface Named {
  readonly domain?: string | undefined;
}

/** How `/api/v2` answers a refusal of the graph. A code missing from the table is a fault. */
export function refused(refusal: RefusalData, named: Named = {}): ApiError {
  const definition: RefusalDefinition | undefined = refusals[refusal.code as RefusalCode];
  if (definition === undefined) throw new Error('the graph refused with a code that the table does not know');
  const { status, code } = definition.rest;
  const retry = refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds };
  const text = wordsOf(refusal, definition.message, named);
  return new ApiError(status, code, text, { ...retry, ...(status === 404 ? { fields: {} } : {}) });
}

const MAX_DOMAIN = 253;
const MAX_ADDRESS = 320;

/** A refusal's words with what they are about. Source: REST contract 1.3, 5.1. */
function wordsOf({ code, address, limit }: RefusalData, message: string, { domain }: Named): string {
  switch (code as RefusalCode) {
    case 'secret.undeliverable-recipient':
      return address === undefined ? message : `${message} ${address.slice(0, MAX_ADDRESS)}`;
    case 'secret.too-many-recipients':
      return limit === undefined ? message : `${message} (limit ${limit})`;
    case 'secret.invalid-share-domain':
      return domain === undefined ? message : `${message} (${domain.slice(0, MAX_DOMAIN)})`;
    case 'secret.domain-not-found':
    case 'domain.unknown':
      return domain === undefined ? message : `${message} ${domain.slice(0, MAX_DOMAIN)}`;
    default:
      return message;
  }
}
