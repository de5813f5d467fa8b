import type { Caller } from '@onceover/schema/caller';
import { randomBase36 } from '@onceover/service-kit/crypto';
import { TwoStepAlreadyOn, TwoStepNotBegun, WrongPassword } from '../../domain/account/account-errors.ts';
import { revokedIfAny, type SecurityEvent, securityEvent } from '../../domain/session/security-events.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { type SessionCustomer, sessionCustomer } from '../account/asking-customer.ts';
import { confirmPassword } from '../account/confirm-password.ts';
import type { TwoStepRecord } from '../account/two-step-book.ts';
import { withCode } from './check-code.ts';

const recoveryCodeCount = 10;
/** About 51 bits each, behind five tries per 15 minutes. */
const recoveryCodeCharacters = 10;

export interface TwoStepBegun {
  readonly manualKey: string;
  readonly uri: string;
}

/**
 * Two-step sign-in of the caller: begin with a key, turn it on with a first code, renew recovery codes, turn it off.
 * Turning it on or off ends the other sessions; this one gets the second factor only by signing in with it.
 *
 * Refuses  account.wrong-password, .wrong-code, .two-step-already-on, .two-step-not-begun, .too-many-tries
 * Source   security 5.2
 */
export function twoStepUseCases(ports: AccountPorts) {
  return {
    beginTwoStep: (password: string, caller: Caller) => begin(ports, password, caller),
    async enableTwoStep(code: string, caller: Caller): Promise<readonly string[]> {
      const customer = await sessionCustomer(ports, caller);
      const { accountRef } = customer.account;
      const twoStep = await ports.twoStep.find(accountRef);
      if (twoStep === null || twoStep.isOn) throw new TwoStepNotBegun();
      const security = [securityEvent('security.totp_changed', { accountRef, enabled: true })];
      return await putCodes(ports, customer, { twoStep, code, security, endsOthers: true });
    },
    async renewRecoveryCodes(code: string, caller: Caller): Promise<readonly string[]> {
      const customer = await sessionCustomer(ports, caller);
      const twoStep = await ports.twoStep.find(customer.account.accountRef);
      if (twoStep === null || !twoStep.isOn) throw new TwoStepNotBegun();
      return await putCodes(ports, customer, { twoStep, code, security: [], endsOthers: false });
    },
    disableTwoStep: (password: string, code: string, caller: Caller) => disable(ports, password, code, caller),
  };
}

async function begin(ports: AccountPorts, password: string, caller: Caller): Promise<TwoStepBegun> {
  const { account } = await sessionCustomer(ports, caller);
  await confirmPassword(ports, account, password, () => new WrongPassword());
  if (account.isTwoStepOn) throw new TwoStepAlreadyOn();
  const seed = ports.codes.newSeed();
  await ports.twoStep.begin(account.accountRef, seed);
  const manualKey = ports.codes.textOf(seed);
  const label = `Onceover:${encodeURIComponent(ports.book.emailOf(account))}`;
  return { manualKey, uri: `otpauth://totp/${label}?secret=${manualKey}&issuer=Onceover` };
}

interface PutCodes {
  readonly twoStep: TwoStepRecord;
  readonly code: string;
  readonly security: readonly SecurityEvent[];
  readonly endsOthers: boolean;
}

async function putCodes(
  ports: AccountPorts,
  { account, caller, current }: SessionCustomer,
  { twoStep, code, security, endsOthers }: PutCodes,
): Promise<readonly string[]> {
  const { accountRef } = account;
  const codes = Array.from({ length: recoveryCodeCount }, () => randomBase36(recoveryCodeCharacters).toUpperCase());
  const others = { kind: 'all-but', idHash: current } as const;
  const ended = endsOthers ? await ports.sessions.count(accountRef, others) : 0;
  await withCode(ports, { accountRef, twoStep, code }, (use) =>
    runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: [...use.security, ...security, ...revokedIfAny(ended, accountRef, 'second-factor')],
      write: async (tx) => {
        await use.take(tx);
        await ports.twoStep.enable(tx, accountRef, codes);
        if (endsOthers) await ports.sessions.remove(tx, accountRef, others);
      },
    }),
  );
  return codes.map((each) => `${each.slice(0, 5)}-${each.slice(5)}`);
}

async function disable(ports: AccountPorts, password: string, code: string, caller: Caller): Promise<void> {
  const { account, current } = await sessionCustomer(ports, caller);
  const { accountRef } = account;
  const twoStep = await ports.twoStep.find(accountRef);
  if (twoStep === null || !twoStep.isOn) throw new TwoStepNotBegun();
  await confirmPassword(ports, account, password, () => new WrongPassword());
  const others = { kind: 'all-but', idHash: current } as const;
  const ended = await ports.sessions.count(accountRef, others);
  const events = [
    securityEvent('security.totp_changed', { accountRef, enabled: false }),
    ...revokedIfAny(ended, accountRef, 'second-factor'),
  ];
  await withCode(ports, { accountRef, twoStep, code }, (use) =>
    runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: [...use.security, ...events],
      write: async (tx) => {
        await use.take(tx);
        await ports.twoStep.disable(tx, accountRef);
        await ports.sessions.setSecondFactor(tx, current, false);
        await ports.sessions.remove(tx, accountRef, others);
      },
    }),
  );
}
