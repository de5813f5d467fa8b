import { NotAuthorizedError, refusal } from '@onceover/service-kit/errors';
import { type Caller, type CustomerCaller, isColonel } from './caller.ts';
import type { RefusalCode } from './refusals.ts';

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
export class ReauthenticationRequired extends refusal<RefusalCode>('account.reauthentication-required') {}

/** What was typed is not what confirms the change. */
export class WrongConfirmation extends refusal<RefusalCode>('account.wrong-confirmation') {}

/**
 * The caller as a colonel who proved password and second factor at most 15 minutes ago, and who typed what confirms the change:
 * for what changes something. A proof from the future is none: a clock was set back.
 *
 * Refuses  account.reauthentication-required, account.wrong-confirmation; `NotAuthorizedError` for everybody but colonels
 */
export function provenOperatorOnly(caller: Caller, now: Date, isConfirmed: boolean): CustomerCaller {
  const operator = operatorOnly(caller);
  const age = now.getTime() - (operator.provenAt ?? Number.NEGATIVE_INFINITY);
  if (!(age >= 0 && age < PROOF_MS)) throw new ReauthenticationRequired();
  if (!isConfirmed) throw new WrongConfirmation();
  return operator;
}

/** The meta of events that a colonel causes. */
export function operatorMeta({ accountRef, requestId, origin }: CustomerCaller) {
  return { correlationId: requestId, actor: { kind: 'operator', ref: accountRef }, ...origin } as const;
}
