import { z } from 'zod';

/** Where a request comes from, as events tell it. */
const origin = z.object({
  surface: z.enum(['web', 'api', 'graphql', 'mail', 'cli', 'system']),
  networkTag: z.string().exactOptional(),
  traceparent: z.string().exactOptional(),
});

/** What events tell of the request that a command came with. */
export const asker = z.object({
  /** Correlates logs and events. */
  requestId: z.string(),
  origin,
});

const anybody = {
  ...asker.shape,
  /**
   * The peer's network (IPv4 /24 or IPv6 /64) in text; services key their counters with an HMAC of it and never store,
   * log or publish it.
   */
  network: z.string(),
  /** Product code of the locale the edge chose for this request: the language of emails it causes. Absent: `en`. */
  locale: z.string().exactOptional(),
  /** The mark that a sign-up left in this browser, as the browser sent it. Never in a log or an event. */
  signUpMark: z.string().exactOptional(),
  /** The page of a link has shown that a person opens it: only of a request that reveals, by the gateway. Absent: a program. */
  isPerson: z.literal(true).exactOptional(),
};

/** Nobody we know. */
const anonymousCaller = z.object({ kind: z.literal('anonymous'), ...anybody });

/** A signed-in customer, as the accounts service vouched for at this request. */
const customerCaller = z.object({
  kind: z.literal('customer'),
  ...anybody,
  /** The account's stream id; the only name of a customer in events. */
  accountRef: z.string(),
  /** The email address, lower case. Never in a log or an event. */
  custid: z.string(),
  planId: z.string(),
  role: z.enum(['customer', 'colonel']),
  /** Whether this session passed a second factor; never true of a token. */
  hasSecondFactor: z.boolean(),
  /** When this session last proved password and second factor, in Unix milliseconds; absent: never, or by token. */
  provenAt: z.number().exactOptional(),
  credential: z.discriminatedUnion('kind', [
    /** Its reference names the session to itself and its owner; grants nothing. */
    z.object({ kind: z.literal('session'), ref: z.string() }),
    z.object({ kind: z.literal('token'), ref: z.string(), scopes: z.array(z.string()).readonly() }),
  ]),
});

/** Who asks, as far as the edge could establish it; it vouches for these facts in every question to a service. */
export const caller = z.discriminatedUnion('kind', [anonymousCaller, customerCaller]);

export type AnonymousCaller = Readonly<z.output<typeof anonymousCaller>>;
export type CustomerCaller = Readonly<z.output<typeof customerCaller>>;
export type Caller = AnonymousCaller | CustomerCaller;

/** Whether the caller would be a colonel had their session passed the second step. */
export function isColonelWithoutSecondStep(who: Caller): boolean {
  return isColonelBySession(who) && !who.hasSecondFactor;
}

/** Whether the caller may act as a colonel: the role, by session, with the second factor passed. */
export function isColonel(who: Caller): who is CustomerCaller {
  return isColonelBySession(who) && who.hasSecondFactor;
}

function isColonelBySession(who: Caller): who is CustomerCaller {
  return who.kind === 'customer' && who.role === 'colonel' && who.credential.kind === 'session';
}

/** Whether this account is any of the caller's business: their own, or a colonel's. */
export function mayKnow(who: Caller, accountRef: string): boolean {
  if (who.kind !== 'customer') return false;
  if (who.accountRef !== accountRef) return isColonel(who);
  return who.credential.kind === 'session' || who.credential.scopes.includes('account');
}
