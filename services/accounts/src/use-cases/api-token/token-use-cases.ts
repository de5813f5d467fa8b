import { createApiTokenUseCase, replaceApiTokenUseCase } from './create-api-token.ts';
import { listApiTokensUseCase, revokeApiTokenUseCase } from './manage-api-tokens.ts';
import { resolveTokenUseCase } from './resolve-token.ts';
import type { TokenPorts } from './token-ports.ts';

/** Every verb of API tokens. */
export type TokenUseCases = ReturnType<typeof tokenUseCasesOf>;

export function tokenUseCasesOf(ports: TokenPorts) {
  return {
    listApiTokens: listApiTokensUseCase(ports),
    createApiToken: createApiTokenUseCase(ports),
    replaceApiToken: replaceApiTokenUseCase(ports),
    revokeApiToken: revokeApiTokenUseCase(ports),
    resolveToken: resolveTokenUseCase(ports),
  };
}
