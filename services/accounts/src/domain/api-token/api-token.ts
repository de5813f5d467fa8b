import type { RefusalCode } from '@onceover/schema/refusals';
import { refusal } from '@onceover/service-kit/errors';

/** No name, too long a name, one that is taken by the token `api`, or no scope. */
export class InvalidTokenName extends refusal<RefusalCode>('account.invalid-token-name') {}
export class TooManyTokens extends refusal<RefusalCode>('account.too-many-tokens') {}

export type TokenScope =
  | 'secrets-write'
  | 'secrets-read-meta'
  | 'recent'
  | 'graphql-adhoc'
  | 'account'
  | 'domains'
  | 'events-read';

/** The token named `api`: made and replaced in one step, for clients of the old API. It cannot run ad-hoc GraphQL. */
export const apiTokenName = 'api';
export const apiTokenScopes: readonly TokenScope[] = [
  'secrets-write',
  'secrets-read-meta',
  'recent',
  'account',
  'domains',
  'events-read',
];

/** Tokens an account may have beside the one named `api`. */
export const maxTokens = 10;
const maxNameCharacters = 60;
const maxDays = 365;

export interface TokenWish {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresInDays: number;
}

/**
 * Checks what was requested: the token's name, scopes and lifetime.
 *
 * Shape    every scope once; the name without spaces around it
 * Units    1 to 365 days; a number outside is moved to the nearest
 * Refuses  account.invalid-token-name
 * Source   security 5.5
 */
export function describeToken({ name, scopes, expiresInDays }: TokenWish): TokenWish {
  const trimmed = name.trim();
  const characters = [...trimmed].length;
  const isNamed = characters > 0 && characters <= maxNameCharacters && !/[\p{C}\p{Zl}\p{Zp}]/u.test(trimmed);
  if (!isNamed || trimmed.toLowerCase() === apiTokenName || scopes.length === 0) throw new InvalidTokenName();
  const days = Math.min(Math.max(Math.trunc(expiresInDays), 1), maxDays);
  return { name: trimmed, scopes: [...new Set(scopes)], expiresInDays: days };
}
