import type { Caller } from '@onceover/schema/caller';
import { sha256 } from '@onceover/service-kit/crypto';
import { ignoring, NotAuthorizedError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import {
  apiTokenName,
  apiTokenScopes,
  describeToken,
  maxTokens,
  type TokenWish,
  TooManyTokens,
} from '../../domain/api-token/api-token.ts';
import { tokenText } from '../../domain/api-token/token-text.ts';
import { securityEvent } from '../../domain/session/security-events.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import { customerWith } from '../account/asking-customer.ts';
import type { ApiToken, NewApiToken, TokenPorts } from './token-ports.ts';

/** A new token: its text is shown now and never again. */
export interface CreatedApiToken {
  readonly text: string;
  readonly token: ApiToken;
}

const dayMs = 86_400_000;

/**
 * Creates another token for the caller. A token cannot create one with more rights than its own.
 *
 * Refuses  account.invalid-token-name, account.too-many-tokens; throws `NotAuthorizedError`
 * Source   security 5.5
 */
export function createApiTokenUseCase(ports: TokenPorts) {
  const { tokens, clock, randomBytes } = ports;
  return async (wish: TokenWish, caller: Caller): Promise<CreatedApiToken> => {
    const { accountRef } = customerWith(caller, 'account');
    const { name, scopes, expiresInDays } = describeToken(wish);
    allowScopes(caller, scopes);
    const text = tokenText(randomBytes(32));
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + expiresInDays * dayMs);
    const token = { tokenId: newId(), name, scopes, createdAt, expiresAt };
    await runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: [securityEvent('account.token_created', { accountRef, tokenRef: token.tokenId })],
      write: async (tx) => {
        const isAdded = await tokens.add(tx, { ...token, accountRef, hash: sha256(text) }, maxTokens);
        if (!isAdded) throw new TooManyTokens();
      },
    });
    return { text, token: { ...token, lastUsedAt: null, lastNetworks: [] } };
  };
}

/**
 * Creates or replaces the caller's token named `api`: 40 hexadecimal digits, no expiry, every scope but one.
 *
 * Refuses  nothing; throws `NotAuthorizedError` for a token of fewer scopes
 * Source   REST contract 7, security 5.5
 */
export function replaceApiTokenUseCase(ports: TokenPorts) {
  return async (caller: Caller): Promise<CreatedApiToken> => {
    const { accountRef } = customerWith(caller, 'account');
    allowScopes(caller, apiTokenScopes);
    const text = ports.randomBytes(20).toString('hex');
    const named = { tokenId: newId(), name: apiTokenName, scopes: apiTokenScopes };
    const token = { ...named, createdAt: ports.clock.now(), expiresAt: null };
    await replaceToken(ports, { ...token, accountRef, hash: sha256(text) }, caller);
    return { text, token: { ...token, lastUsedAt: null, lastNetworks: [] } };
  };
}

/** Another request replaced or revoked the token first. */
class Overtaken extends Error {}

/** The event says which token stopped working, so the row that goes must be the one it names. */
async function replaceToken(ports: TokenPorts, token: NewApiToken, caller: Caller): Promise<void> {
  const { accountRef, tokenId } = token;
  for (;;) {
    const [old] = (await ports.tokens.listOf(accountRef)).filter(({ name }) => name === apiTokenName);
    const revoked =
      old === undefined ? [] : [securityEvent('account.token_revoked', { accountRef, tokenRef: old.tokenId })];
    const replaced = runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: [...revoked, securityEvent('account.token_created', { accountRef, tokenRef: tokenId })],
      write: async (tx) => {
        if ((await ports.tokens.replace(tx, token)) !== (old?.tokenId ?? null)) throw new Overtaken();
      },
    });
    if (await replaced.catch(ignoring(Overtaken))) return;
  }
}

function allowScopes(caller: Caller, scopes: readonly string[]): void {
  if (caller.kind !== 'customer' || caller.credential.kind !== 'token') return;
  const own = caller.credential.scopes;
  if (!scopes.every((scope) => own.includes(scope))) throw new NotAuthorizedError();
}

/** The caller's tokens, newest first; never their texts. Throws `NotAuthorizedError`. */
export function listApiTokensUseCase({ tokens }: Pick<TokenPorts, 'tokens'>) {
  return async (caller: Caller): Promise<readonly ApiToken[]> =>
    tokens.listOf(customerWith(caller, 'account').accountRef);
}

/** Revokes one of the caller's tokens at once; false when they have no such token. Throws `NotAuthorizedError`. */
export function revokeApiTokenUseCase(ports: Pick<TokenPorts, 'events' | 'tokens'>) {
  const { tokens } = ports;
  return async (tokenId: string, caller: Caller): Promise<boolean> => {
    const { accountRef } = customerWith(caller, 'account');
    const found = (await tokens.listOf(accountRef)).find((token) => token.tokenId === tokenId.toLowerCase());
    if (found === undefined) return false;
    const tokenRef = found.tokenId;
    const revoked = runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: [securityEvent('account.token_revoked', { accountRef, tokenRef })],
      write: async (tx) => {
        if (!(await tokens.revoke(tx, accountRef, tokenRef))) throw new Overtaken();
      },
    });
    return (await revoked.catch(ignoring(Overtaken))) ?? false;
  };
}
