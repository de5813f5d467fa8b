import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { operatorOnly, provenOperatorOnly } from '@onceover/schema/colonel-proof';
import { isConfirmedBy } from '@onceover/schema/confirmation';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { operatorReasons } from '@onceover/schema/operator-reasons';
import { type PlanId, planIds } from '@onceover/schema/plans';
import { isId } from '@onceover/service-kit/ids';
import { OwnAccount, UnknownCustomer, UnknownPlan } from '../../domain/account/account-errors.ts';
import type { AccountRecord } from '../account/account-book.ts';
import { type OperatorWish, recordAction } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { type Access, changeAccessUseCase } from '../account/change-access.ts';
import { type CustomerView, viewOf } from '../account/own-account.ts';
import { grantPlanUseCase } from '../plan/plans.ts';
import { endAllSessionsUseCase } from '../session/manage-sessions.ts';
import { removeTwoStepUseCase } from '../two-step/remove-two-step.ts';

/**
 * What colonels do with customers. Every change is recorded in its own commit, and needs a fresh proof of password and second
 * factor; nobody changes their own account here.
 *
 * Refuses  account.reauthentication-required, .wrong-confirmation, .own-account, .last-colonel, .unknown-customer,
 *          .unknown-plan; `NotAuthorizedError` for everybody but colonels
 * Source   security 5.1, 5.9
 */
export function manageCustomersUseCases(ports: AccountPorts) {
  const change = async (
    { id, confirmation }: OperatorWish,
    caller: Caller,
    work: (account: AccountRecord, operator: CustomerCaller) => Promise<unknown>,
  ): Promise<CustomerView> => {
    const operator = provenOperatorOnly(caller, ports.clock.now(), isConfirmedBy(confirmation, id));
    if (id === operator.accountRef) throw new OwnAccount();
    const account = isId(id) ? await ports.book.find(id) : null;
    if (account === null) throw new UnknownCustomer();
    await work(account, operator);
    const changed = await viewOf(ports.book, id);
    if (changed === null) throw new UnknownCustomer();
    return changed;
  };
  const changeAccess = (access: Access) => (wish: OperatorWish, caller: Caller) =>
    change(wish, caller, async (account, operator) => {
      const reason = operatorReasons.find((each) => each === wish.reasonCode);
      if (reason === undefined) throw new TypeError('there is no such reason');
      await changeAccessUseCase(ports)(account, access, operator, reason);
    });
  return {
    lookUpCustomer: lookUpCustomerUseCase(ports),
    changeCustomerPlan: (wish: OperatorWish & { readonly plan: string }, caller: Caller) =>
      change(wish, caller, async ({ accountRef }, operator) => {
        const planId = planIds.find((id): id is Exclude<PlanId, 'anonymous'> => id === wish.plan && id !== 'anonymous');
        if (planId === undefined) throw new UnknownPlan();
        await grantPlanUseCase(ports)(accountRef, planId, operator, wish.reasonCode);
      }),
    endCustomerSessions: (wish: OperatorWish, caller: Caller) =>
      change(wish, caller, (account, operator) => endAllSessionsUseCase(ports)(account, operator, wish.reasonCode)),
    removeCustomerTwoStep: (wish: OperatorWish, caller: Caller) =>
      change(wish, caller, (account, operator) => removeTwoStepUseCase(ports)(account, operator, wish.reasonCode)),
    disableCustomer: changeAccess('disabled'),
    enableCustomer: changeAccess('enabled'),
  };
}

/** A customer by the whole address, which is recorded before the answer, by reference; `nobody` if there is none. */
function lookUpCustomerUseCase({ events, book }: Pick<AccountPorts, 'events' | 'book'>) {
  return async (address: string, caller: Caller): Promise<CustomerView | null> => {
    const operator = operatorOnly(caller);
    const email = parseEmailAddress(address);
    const found = email === null ? null : await book.findByEmail(email);
    const targetRef = found?.accountRef ?? 'nobody';
    const action = { action: 'looked_up', targetKind: 'account', targetRef, reasonCode: 'by-address' };
    await recordAction({ events }, operator, action);
    return found === null ? null : await viewOf(book, found.accountRef);
  };
}
