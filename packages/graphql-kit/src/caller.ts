import { DomainError, NotAuthorizedError } from '@onceover/service-kit/errors';
import type { Origin } from '@onceover/service-kit/origin';

interface AnyCaller {
  /**
   * The peer's network (IPv4 /24 or IPv6 /64) in text; services key their counters with an HMAC of it and never store,
   * log or publish it.
   */
  readonly network: string;
  /** Correlates logs and events. */
  readonly requestId: string;
  /** The surface, tagged network and trace of this request, as events tell them. */
  readonly origin: Origin;
  /** Product code of the locale the edge chose for this request: the language of emails it causes. Absent: `en`. */
  readonly locale?: string;
  /** The mark that a sign-up left in this browser, as the browser sent it. Never in a log or an event. */
  readonly signUpMark?: string;
}

/** Nobody we know. */
export interface AnonymousCaller extends AnyCaller {
  readonly kind: 'anonymous';
}

/** A signed-in customer, as the accounts service vouched for at this request. */
export interface CustomerCaller extends AnyCaller {
  readonly kind: 'customer';
  /** The account's stream id; the only name of a customer in events. */
  readonly accountRef: string;
  /** The email address, lower case. Never in a log or an event. */
  readonly custid: string;
  readonly planId: string;
  readonly role: 'customer' | 'colonel';
  /** Whether this session passed a second factor; never true of a token. */
  readonly hasSecondFactor: boolean;
  /** When this session last proved password and second factor, in Unix milliseconds; absent: never, or by token. */
  readonly provenAt?: number;
  readonly credential:
    | {
        readonly kind: 'session' /** Names the session to itself and its owner; grants nothing. */;
        readonly ref: string;
      }
    | { readonly kind: 'token'; readonly ref: string; readonly scopes: readonly string[] };
}

/** Who asks, as far as the edge could establish it. */
export type Caller = AnonymousCaller | CustomerCaller;

/** Whether the caller would be a colonel had their session passed the second step. */
export function isColonelWithoutSecondStep(caller: Caller): boolean {
  return (
    caller.kind === 'customer' &&
    caller.role === 'colonel' &&
    !caller.hasSecondFactor &&
    caller.credential.kind === 'session'
  );
}

/** Whether the caller may act as a colonel: the role, by session, with the second factor passed. */
export function isColonel(caller: Caller): caller is CustomerCaller {
  return (
    caller.kind === 'customer' &&
    caller.role === 'colonel' &&
    caller.hasSecondFactor &&
    caller.credential.kind === 'session'
  );
}

/** The caller as a colonel, for what operators alone see and do. Throws `NotAuthorizedError` for everybody else. */
export function operatorOnly(caller: Caller): CustomerCaller {
  if (!isColonel(caller)) throw new NotAuthorizedError();
  return caller;
}

/** How long a proof of password and second factor is good for changes by a colonel. Source: security 5.1 */
const PROOF_MS = 15 * 60_000;

/** Until when a proof is good. */
export function proofEnds(provenAt: Date): Date {
  return new Date(provenAt.getTime() + PROOF_MS);
}

/** The rules want password and second factor proven again; the web asks for them and repeats what was asked. */
export class ReauthenticationRequired extends DomainError {
  constructor() {
    super('account.reauthentication-required');
  }
}

/**
 * The caller as a colonel who proved password and second factor at most 15 minutes ago: for what changes something. A proof
 * from the future is none: a clock was set back.
 *
 * Refuses  account.reauthentication-required; `NotAuthorizedError` for everybody but colonels
 */
export function provenOperatorOnly(caller: Caller, now: Date): CustomerCaller {
  const operator = operatorOnly(caller);
  const age = now.getTime() - (operator.provenAt ?? Number.NEGATIVE_INFINITY);
  if (!(age >= 0 && age < PROOF_MS)) throw new ReauthenticationRequired();
  return operator;
}

/** The meta of events that a colonel causes. */
export function operatorMeta({ accountRef, requestId, origin }: CustomerCaller) {
  return { correlationId: requestId, actor: { kind: 'operator', ref: accountRef }, ...origin } as const;
}
