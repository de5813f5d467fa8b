import type { OperatorActionTaken } from './operator/operator-action-taken.v1.ts';

/** The event of an action as an event store appends it: a stream of its own, which ends with it. */
export function operatorAppend(streamId: string, data: OperatorActionTaken['data']) {
  const event: OperatorActionTaken = { type: 'operator.action_taken', schemaVersion: 1, data };
  return { stream: { id: streamId, category: 'operator' }, expected: 'none', events: [event], closes: true } as const;
}
