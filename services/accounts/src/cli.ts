import { createDoorbell } from '@onceover/event-bus';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { type PlanId, planIds } from '@onceover/schema/plans';
import { OutageError } from '@onceover/service-kit/errors';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { openFoundation } from '@onceover/service-shell/foundation';
import type pg from 'pg';
import { openAdapters, serviceOf } from './adapters.ts';
import type { AccountsConfig } from './config.ts';
import type { AccountRecord } from './use-cases/account/account-book.ts';
import type { AccountPorts } from './use-cases/account/account-ports.ts';
import { changeRoleUseCase } from './use-cases/account/change-role.ts';
import { grantPlanUseCase } from './use-cases/plan/plans.ts';
import { endAllSessionsUseCase } from './use-cases/session/manage-sessions.ts';
import { removeTwoStepUseCase } from './use-cases/two-step/remove-two-step.ts';

export interface AccountsCommandDependencies {
  readonly config: AccountsConfig;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
  /** Gets a line for the person at the terminal. */
  readonly write: (line: string) => void;
}

const usage = `usage:
  make-colonel EMAIL      appoints a colonel, who must have two-step sign-in on; every session of the account ends
  remove-colonel EMAIL    removes a colonel; every session of the account ends
  grant-plan EMAIL PLAN   basic, identity or global-elite
  end-sessions EMAIL      signs the account out everywhere
  remove-two-step EMAIL   turns two-step sign-in off for somebody who lost the app and the recovery codes; every session
                          ends, and the owner is told by email`;

/** Who does it, and why, as the trail tells it. */
const byCommand = ['command-line', 'command-line'] as const;

type Command = (ports: AccountPorts, account: AccountRecord, argument: string | undefined) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  'make-colonel': async (ports, account) => {
    if (!account.isVerified) throw new UsageError('The account is not verified yet.');
    if (!account.isTwoStepOn) {
      throw new UsageError(
        'Two-step sign-in is off for this account. Its owner turns it on at /account; then try again.',
      );
    }
    await changeRoleUseCase(ports)(account, 'colonel');
    return 'The account is a colonel. It has rights only after two-step sign-in.';
  },
  'remove-colonel': async (ports, account) => {
    await changeRoleUseCase(ports)(account, 'customer');
    return 'The account is a customer.';
  },
  'grant-plan': async (ports, account, wanted) => {
    const planId = planIds.find((id): id is Exclude<PlanId, 'anonymous'> => id === wanted && id !== 'anonymous');
    if (planId === undefined) throw new UsageError(usage);
    await grantPlanUseCase(ports)(account.accountRef, planId, ...byCommand);
    return `The account has the plan ${planId}.`;
  },
  'end-sessions': async (ports, account) => {
    const count = await endAllSessionsUseCase(ports)(account, ...byCommand);
    return `Sessions ended: ${count}.`;
  },
  'remove-two-step': async (ports, account) =>
    (await removeTwoStepUseCase(ports)(account, ...byCommand))
      ? 'Two-step sign-in is off. The owner is told by email while Onceover runs.'
      : 'Two-step sign-in was not on.',
};

class UsageError extends Error {}

/**
 * What operators do with accounts, on the command line only: no request gives a role or a plan. Returns the exit code.
 *
 * @NOTE The answer does not show the address again: terminals are recorded.
 */
export async function runAccountsCommand(
  argv: readonly string[],
  { config, database, write }: AccountsCommandDependencies,
): Promise<0 | 1 | 2> {
  const [name = '', address = '', argument] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const email = parseEmailAddress(address);
  if (command === undefined || email === null) {
    write(usage);
    return 2;
  }
  await using stack = new AsyncDisposableStack();
  const deps = { database, ask: nobodyThere, doorbell: createDoorbell() };
  const { services } = await openAdapters(config, deps, await openFoundation(serviceOf(config), deps, stack));
  const account = await services.account.book.findByEmail(email);
  if (account === null) {
    write('There is no account with this address.');
    return 1;
  }
  try {
    write(await command(services.account, account, argument));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    write(error.message);
    return 2;
  }
}

/** No command needs another service. */
export const nobodyThere: AskInternal = () => Promise.reject(new OutageError('services'));
