import type { Caller } from '@onceover/schema/caller';
import { operatorOnly, provenOperatorOnly } from '@onceover/schema/colonel-proof';
import { isConfirmedBy } from '@onceover/schema/confirmation';
import { liftLimit, type ShownLimits, showLimits } from '@onceover/schema/internal/request-limits';
import { NotLimited } from '../../domain/account/account-errors.ts';
import { type OperatorWish, recordAction } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';

/**
 * What colonels see of the gateway's limits, and do about them. That one is lifted is recorded before, so that nothing is done
 * that the audit trail does not tell.
 *
 * Refuses  account.reauthentication-required, .wrong-confirmation, .not-limited; `NotAuthorizedError` for everybody but colonels
 */
export function limitUseCases({ events, clock, ask }: Pick<AccountPorts, 'events' | 'clock' | 'ask'>) {
  return {
    showLimits: async (caller: Caller): Promise<ShownLimits> => {
      operatorOnly(caller);
      return await ask(showLimits, {});
    },
    liftLimit: async ({ id, confirmation, reasonCode }: OperatorWish, caller: Caller): Promise<string> => {
      const operator = provenOperatorOnly(caller, clock.now(), isConfirmedBy(confirmation, id));
      const found = (await ask(showLimits, {})).limited.find((each) => each.id === id);
      if (found === undefined) throw new NotLimited();
      const { limit, kind, who } = found;
      const target =
        kind === 'account' && who !== null
          ? { targetKind: 'account', targetRef: who }
          : { targetKind: 'limit', targetRef: [limit, kind, ...(who === null ? [] : [who])].join(':') };
      const action = { action: 'limit_lifted', ...target, reasonCode };
      await recordAction({ events }, operator, action);
      const { isLifted } = await ask(liftLimit, { id });
      if (!isLifted) throw new NotLimited();
      return id;
    },
  };
}
