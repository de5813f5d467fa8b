import { mutate } from '../../gql/mutate.ts';
import { changeCustomerPlanOperation } from '../../gql/operations/change-customer-plan.generated.ts';
import { endCustomerSessionsOperation } from '../../gql/operations/end-customer-sessions.generated.ts';
import { removeCustomerTwoStepOperation } from '../../gql/operations/remove-customer-two-step.generated.ts';
import type { OperatorReason } from '../../gql/operations.generated.ts';

/** What a colonel can change about a customer. */
export type Change = 'plan' | 'sessions' | 'twoStep';

export interface WantedChange {
  readonly id: string;
  readonly confirmation: string;
  readonly reason: OperatorReason;
  /** Of a change of the plan. */
  readonly plan: string;
}

/** Asks for the change; the answer may be a refusal. */
export async function changeCustomer(change: Change, { plan, ...input }: WantedChange) {
  switch (change) {
    case 'plan':
      return (await mutate(changeCustomerPlanOperation, { input: { ...input, plan } })).changeCustomerPlan;
    case 'sessions':
      return (await mutate(endCustomerSessionsOperation, { input })).endCustomerSessions;
    case 'twoStep':
      return (await mutate(removeCustomerTwoStepOperation, { input })).removeCustomerTwoStep;
  }
}
