import { parseEmailAddress } from '@onceover/schema/email-address';
import type { resendVerification } from '@onceover/schema/internal/sign-up';
import { chooseLocaleCode, locales } from '@onceover/schema/locales';
import type { PlanId } from '@onceover/schema/plans';
import type { Clock } from '@onceover/service-kit/clock';
import { newId } from '@onceover/service-kit/ids';
import type { z } from 'zod';
import { InvalidEmail } from '../../domain/account/account-errors.ts';
import type { Tx } from './account-command.ts';

/** What a request asked for and a worker does after it was answered. */
export type PendingRequest =
  | {
      readonly kind: 'sign-up';
      /** The account's reference, should the address be free. */
      readonly accountRef: string;
      readonly email: string;
      readonly locale: string;
      readonly planId: PlanId;
      /** Base64. */
      readonly salt: string;
      readonly digest: string;
      readonly markHash: string;
      /** When the person signed up, as an ISO time: the worker may be late, and the newest sign-up counts. */
      readonly at: string;
    }
  | {
      readonly kind: 'resend' | 'reset' | 'two-step-removed' | 'account-disabled' | 'account-enabled';
      readonly email: string;
      readonly locale: string;
    };

export interface PendingRequests {
  /** Stores it sealed, with its job, in one commit: that of `tx`, if there is one. */
  put(requestId: string, request: PendingRequest, at: Date, tx?: Tx): Promise<void>;
  /** Null: done already. */
  find(requestId: string): Promise<PendingRequest | null>;
  done(requestId: string, tx?: Tx): Promise<void>;
}

/**
 * Asks for the verification email again, or for a reset link. The same answer after the same work for every address;
 * whatever there is to say, the worker emails to its owner.
 *
 * Refuses  account.invalid-email
 * Source   security 5.3
 */
export function requestByEmailUseCase(
  ports: { readonly pending: PendingRequests; readonly clock: Clock },
  kind: 'resend' | 'reset',
) {
  return async (input: z.output<typeof resendVerification.input>): Promise<void> => {
    const email = parseEmailAddress(input.email);
    if (email === null) throw new InvalidEmail();
    await ports.pending.put(newId(), { kind, email, locale: emailLocaleFrom(input.locale) }, ports.clock.now());
  };
}

/** The locale of ours that a text names; null: none. */
export function localeIfOurs(text: string): string | null {
  return locales.find(({ code }) => code === text)?.code ?? null;
}

/** A locale that emails are written in; the default for any other text. */
export function emailLocaleFrom(text: string): string {
  return chooseLocaleCode(
    [text],
    locales.map(({ code }) => code),
  );
}
