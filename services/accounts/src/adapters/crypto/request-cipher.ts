import { join, open, seal } from '@onceover/service-kit/crypto';
import type { PendingRequest } from '../../use-cases/account/pending-request.ts';
import type { AccountKeys } from './account-keys.ts';

export interface RequestCipher {
  seal(requestId: string, request: PendingRequest): Buffer;
  open(requestId: string, sealed: Buffer): PendingRequest;
}

/** Requests that wait for the worker, sealed to their ids. */
export function createRequestCipher({ requests }: Pick<AccountKeys, 'requests'>): RequestCipher {
  const contextOf = (requestId: string) => join('onceover/v1/pending-request', requestId);
  return {
    seal: (requestId, request) => seal(requests, Buffer.from(JSON.stringify(request), 'utf8'), contextOf(requestId)),
    open: (requestId, sealed) =>
      JSON.parse(open(requests, sealed, contextOf(requestId)).toString('utf8')) as PendingRequest,
  };
}
