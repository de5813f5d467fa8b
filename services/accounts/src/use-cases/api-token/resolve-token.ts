import type { resolveToken } from '@onceover/schema/internal/resolve-token';
import { sha256 } from '@onceover/service-kit/crypto';
import type { z } from 'zod';
import { nextUse } from '../../domain/api-token/last-use.ts';
import type { AccountBook } from '../account/account-book.ts';
import { customerFactsOf } from '../account/own-account.ts';
import type { AttemptKeys, TokenPorts } from './token-ports.ts';

export type TokenResolution = z.output<typeof resolveToken.output>;
export type TokenQuestion = z.output<typeof resolveToken.input>;

/**
 * Whose token it is. The token alone finds the account, and the account's name is compared afterwards: an unknown name and
 * a wrong token for a known one take the same look-up, so that neither the answer nor its time tells who has an account.
 *
 * Shape    `refused` for everything that is wrong; after 5 bad attempts with one name from one network, or 50 from one
 *          network, within 15 minutes `limited`, even for correct ones
 * Source   security 5.5; limits kept in the database, so that a restart forgets none
 */
export function resolveTokenUseCase(ports: TokenPorts) {
  return async (question: TokenQuestion): Promise<TokenResolution> => {
    const custid = question.custid.trim().toLowerCase();
    const { network } = question;
    const keys = {
      subject: ports.hashAttempt('subject', network, custid),
      network: ports.hashAttempt('network', network),
    };
    const at = ports.clock.now();
    const lookup = await ports.tokens.lookUp(sha256(question.token), keys, at);
    if (lookup.kind === 'limited') return lookup;
    if (lookup.kind === 'unknown') return bad(ports, keys, at);

    const { accountRef, token } = lookup.found;
    const customer = await ports.factsOf(accountRef);
    if (customer === null || customer.custid !== custid) return bad(ports, keys, at);
    const use = nextUse(token, at, network);
    if (use !== null) await ports.tokens.noteUse(lookup.found, use);
    // A token never stands for a second factor, whatever the account has.
    const facts = { ...customer, hasSecondFactor: false };
    return { kind: 'customer', ref: token.tokenId, scopes: [...token.scopes], customer: facts };
  };
}

async function bad({ tokens }: TokenPorts, keys: AttemptKeys, at: Date): Promise<TokenResolution> {
  const retryAfterSeconds = await tokens.countBad(keys, at);
  return retryAfterSeconds === 0 ? { kind: 'refused' } : { kind: 'limited', retryAfterSeconds };
}

/** Whom a token stands for; null for accounts that are not verified, disabled or closed. */
export function tokenFacts(book: Pick<AccountBook, 'find' | 'emailOf'>): TokenPorts['factsOf'] {
  return async (accountRef) => {
    const account = await book.find(accountRef);
    if (account === null || !account.isVerified || account.isDisabled) return null;
    return customerFactsOf({ book }, account, false);
  };
}
