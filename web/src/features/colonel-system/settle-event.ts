import { mutate } from '../../gql/mutate.ts';
import { settleEmailOperation } from '../../gql/operations/settle-email.generated.ts';
import { settleEventOperation } from '../../gql/operations/settle-event.generated.ts';
import type { SettleEmailMutationVariables, SettleEventMutationVariables } from '../../gql/operations.generated.ts';

export type WantedSettling = SettleEventMutationVariables['input'];

export type WantedEmailSettling = SettleEmailMutationVariables['input'];

export const emailActions = ['SEND_AGAIN', 'GIVE_UP'] as const satisfies readonly WantedEmailSettling['action'][];

export const settleReasons = [
  'MAINTENANCE',
  'SECURITY',
  'LEGAL',
] as const satisfies readonly WantedSettling['reason'][];

/** Asks for it; the answer may be a refusal. */
export async function settleEvent(input: WantedSettling) {
  return (await mutate(settleEventOperation, { input })).settleEvent;
}

/** The same for an email that has failed. */
export async function settleEmail(input: WantedEmailSettling) {
  return (await mutate(settleEmailOperation, { input })).settleEmail;
}
