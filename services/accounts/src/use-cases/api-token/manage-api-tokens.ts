import type { Caller } from '@onceover/graphql-kit/caller';
import { customerWith } from '../account/customer-with.ts';
import type { ApiToken, TokenPorts } from './token-ports.ts';

type Tokens = Pick<TokenPorts, 'tokens'>;

/** The caller's tokens, newest first; never their texts. Throws `NotAuthorizedError`. */
export function listApiTokensUseCase({ tokens }: Tokens) {
  return async (caller: Caller): Promise<readonly ApiToken[]> =>
    tokens.listOf(customerWith(caller, 'account').accountRef);
}

/** Stops one of the caller's tokens at once; false when they have no such token. Throws `NotAuthorizedError`. */
export function revokeApiTokenUseCase({ tokens }: Tokens) {
  return async (tokenId: string, caller: Caller): Promise<boolean> =>
    tokens.revoke(customerWith(caller, 'account').accountRef, tokenId);
}
