import type { TokenScope } from '../domain/api-token/api-token.ts';
import type { CreatedApiToken } from '../use-cases/api-token/manage-api-tokens.ts';
import type { ApiToken } from '../use-cases/api-token/token-ports.ts';
import type * as graph from './types.generated.ts';

const scopes: Readonly<Record<graph.ApiTokenScope, TokenScope>> = {
  SECRETS_WRITE: 'secrets-write',
  SECRETS_READ_META: 'secrets-read-meta',
  RECENT: 'recent',
  GRAPHQL_ADHOC: 'graphql-adhoc',
  ACCOUNT: 'account',
  DOMAINS: 'domains',
};
const names = Object.keys(scopes) as graph.ApiTokenScope[];

/** Scopes as the domain calls them. */
export function scopesFrom(wanted: readonly graph.ApiTokenScope[]): readonly TokenScope[] {
  return wanted.map((name) => scopes[name]);
}

/** A token as its owner sees it afterwards. */
export function toApiToken({ tokenId, name, scopes: own, ...times }: ApiToken): graph.ApiToken {
  return {
    id: tokenId,
    name,
    scopes: names.filter((each) => own.includes(scopes[each])),
    created: unixTime(times.createdAt),
    expires: times.expiresAt === null ? null : unixTime(times.expiresAt),
    lastUsed: times.lastUsedAt === null ? null : unixTime(times.lastUsedAt),
  };
}

/** A token as its owner sees it once. */
export function toCreatedApiToken({ text, token }: CreatedApiToken) {
  return { __typename: 'CreatedApiToken', token: text, apiToken: toApiToken(token) } as const;
}

function unixTime(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
