import { mutate } from '../../gql/mutate.ts';
import { settleEventOperation } from '../../gql/operations/settle-event.generated.ts';
import type { SettleEventMutationVariables } from '../../gql/operations.generated.ts';

export type WantedSettling = SettleEventMutationVariables['input'];

export const settleReasons = [
  'MAINTENANCE',
  'SECURITY',
  'LEGAL',
] as const satisfies readonly WantedSettling['reason'][];

/** Asks for it; the answer may be a refusal. */
export async function settleEvent(input: WantedSettling) {
  return (await mutate(settleEventOperation, { input })).settleEvent;
}

/** What a colonel types to confirm. */
export function shortIdOf(eventId: string): string {
  return eventId.slice(-8);
}
