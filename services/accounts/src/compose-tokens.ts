import { randomBytes } from '@onceover/service-kit/crypto';
import { createPostgresTokenBook } from './adapters/postgres/token-book.ts';
import type { Foundation } from './foundation.ts';
import type { AccountBook } from './use-cases/account/account-book.ts';
import { tokenFacts } from './use-cases/api-token/resolve-token.ts';
import type { TokenPorts } from './use-cases/api-token/token-ports.ts';

/** What the verbs of API tokens work with. */
export function tokenPortsOf(
  { pool, keys, clock }: Foundation,
  book: Pick<AccountBook, 'find' | 'emailOf'>,
): TokenPorts {
  return {
    tokens: createPostgresTokenBook(pool),
    factsOf: tokenFacts(book),
    hashAttempt: (...subject) => keys.keyedHash('api-token', ...subject),
    clock,
    randomBytes,
  };
}
