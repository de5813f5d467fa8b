import type { Caller } from '@onceover/graphql-kit/caller';
import type { LimitName } from '../limits/limit-table.ts';
import { RateLimited, type RequestLimits } from '../limits/request-limits.ts';
import { rateLimited } from './graph-errors.ts';

/** Which limit a field of the graph counts against; the same as its row of `/api/v2`. */
const fieldLimits: Readonly<Record<string, LimitName>> = {
  concealSecret: 'conceal',
  revealSecret: 'reveal',
  burnSecret: 'burn',
  acknowledgeSecret: 'look',
  submitIncoming: 'incoming',
  secret: 'look',
  metadata: 'look',
  recentSecrets: 'look',
  incomingSecrets: 'look',
  updateLocale: 'session',
  createApiToken: 'account',
  replaceApiToken: 'account',
  revokeApiToken: 'account',
  beginTwoStep: 'account',
  enableTwoStep: 'account',
  disableTwoStep: 'account',
  renewRecoveryCodes: 'account',
  deleteAccount: 'destroy',
  domains: 'domainLook',
  domain: 'domainLook',
  addDomain: 'domainChange',
  removeDomain: 'domainChange',
  verifyDomain: 'domainVerify',
};

/** Counts one root field. Throws the graph's `RATE_LIMITED`. */
export async function takeForField(limits: RequestLimits, field: string, caller: Caller): Promise<void> {
  const name = fieldLimits[field];
  if (name === undefined) return;
  const { network } = caller;
  const actor = caller.kind === 'anonymous' ? { visitors: network } : { account: caller.accountRef };
  try {
    await limits.take(name, { network, ...actor });
  } catch (error) {
    throw error instanceof RateLimited ? rateLimited(error.retryAfterSeconds) : error;
  }
}
