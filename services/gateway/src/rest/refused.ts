import { type RefusalCode, type RefusalDefinition, refusals } from '@onceover/schema/refusals';
import { ApiError } from './api-error.ts';
import type { RefusalData } from './operations/stored-operation.ts';

/** Tells a refusal from the answer that was hoped for. */
export function isRefusal(data: { readonly __typename: string }): data is RefusalData {
  return 'code' in data;
}

/** How `/api/v2` answers a refusal of the graph. A code missing from the table is a fault. */
export function refused(refusal: RefusalData, named: { readonly domain?: string | undefined } = {}): ApiError {
  const definition: RefusalDefinition | undefined = refusals[refusal.code as RefusalCode];
  if (definition === undefined) throw new Error('the graph refused with a code that the table does not know');
  const { status, code } = definition.rest;
  const retry = refusal.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: refusal.retryAfterSeconds };
  const text = withDomain(refusal.code, definition.message, named.domain);
  return new ApiError(status, code, text, { ...retry, ...(status === 404 ? { fields: {} } : {}) });
}

function withDomain(code: string, message: string, domain: string | undefined): string {
  if (domain === undefined) return message;
  const shown = domain.slice(0, 253);
  if (code === 'secret.invalid-share-domain') return `${message} (${shown})`;
  return code === 'secret.domain-not-found' ? `${message} ${shown}` : message;
}
