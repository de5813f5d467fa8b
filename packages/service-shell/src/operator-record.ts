import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { Knex } from 'knex';
import type { Foundation, OperatorData } from './foundation.ts';

/** Works in a transaction that begins by recording what is done on the command line, which knows nobody. */
export async function transactAsOperator<R>(
  { events, eventRules: { operators } }: Pick<Foundation, 'events' | 'eventRules'>,
  data: Omit<OperatorData, 'operatorRef'>,
  work: (tx: Knex.Transaction) => Promise<R>,
): Promise<R> {
  if (operators === undefined) throw new TypeError('the service has no events of operators');
  const meta = { correlationId: newId(), actor: { kind: 'system' }, ...ownOrigin('cli') } as const;
  return await events.transact({ commandId: newId(), tenantRef: operators.tenant, meta }, async ({ append, tx }) => {
    await append(operators.append(newId(), { operatorRef: null, ...data }));
    return await work(tx);
  });
}
