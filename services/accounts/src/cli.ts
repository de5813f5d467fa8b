import { createDoorbell } from '@onceover/event-bus';
import type { LogHistory } from '@onceover/event-store';
import type { Destination } from '@onceover/moving-in';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { type PlanId, planIds } from '@onceover/schema/plans';
import {
  Argument,
  CommandRefused,
  hideWhatWasTyped,
  parsedBy,
  runCommand,
  type WriteLine,
} from '@onceover/service-kit/command-line';
import { OutageError } from '@onceover/service-kit/errors';
import { type AskInternal, createInternalCalls } from '@onceover/service-kit/internal-call';
import { openEventTools, type ServiceEventTools, type ToolBacking } from '@onceover/service-shell/event-tools';
import { openFoundation } from '@onceover/service-shell/foundation';
import { openLogHistory } from '@onceover/service-shell/own-history';
import type pg from 'pg';
import { z } from 'zod';
import { countColonels } from './adapters/postgres/count-colonels.ts';
import { definition, importPortsOf, openAdapters, serviceOf } from './adapters.ts';
import type { AccountsConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { LastColonel } from './domain/account/account-errors.ts';
import { internalOf } from './internal.ts';
import type { AccountRecord } from './use-cases/account/account-book.ts';
import type { AccountPorts } from './use-cases/account/account-ports.ts';
import { changeAccessUseCase } from './use-cases/account/change-access.ts';
import { changeRoleUseCase } from './use-cases/account/change-role.ts';
import { importAccountUseCase } from './use-cases/import/import-account.ts';
import { grantPlanUseCase } from './use-cases/plan/plans.ts';
import { endAllSessionsUseCase } from './use-cases/session/manage-sessions.ts';
import { removeTwoStepUseCase } from './use-cases/two-step/remove-two-step.ts';
import { useCasesOf } from './use-cases/use-cases.ts';

export interface AccountsPlace {
  readonly config: AccountsConfig;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
}

export interface AccountsCommandDependencies {
  /** Asked once a command was understood. */
  readonly open: () => Promise<AccountsPlace>;
  readonly write: WriteLine;
}

/** Who does it, and why, as the trail tells it. */
const byCommand = ['command-line', 'command-line'] as const;

type GrantedPlan = Exclude<PlanId, 'anonymous'>;
const grantedPlans = planIds.filter((id): id is GrantedPlan => id !== 'anonymous');

/** What is done to an account; returns the message to print. */
type Work<Rest extends unknown[]> = (ports: AccountPorts, account: AccountRecord, ...rest: Rest) => Promise<string>;

/**
 * What operators do with accounts, on the command line only: no request gives a role. Gives the exit code.
 *
 * Shape    0 done, 1 refused, 2 not understood
 * @NOTE    No answer shows the address again: terminals are recorded.
 */
export function runAccountsCommand(argv: readonly string[], deps: AccountsCommandDependencies): Promise<number> {
  return runCommand('npm run accounts --', argv, deps.write, (program) => {
    hideWhatWasTyped(program, argv);
    const command = (name: string, description: string) =>
      program.command(name).description(description).argument('<email>', 'address of the account', parsedBy(address));
    const onAccount =
      <Rest extends unknown[]>(work: Work<Rest>) =>
      async (email: string, ...rest: Rest) =>
        deps.write(await withAccount(await deps.open(), email, (ports, account) => work(ports, account, ...rest)));
    command(
      'make-colonel',
      'appoints a colonel, who must have two-step sign-in on; every session of the account ends',
    ).action(onAccount(makeColonel));
    command('remove-colonel', 'removes a colonel; every session of the account ends').action(onAccount(removeColonel));
    command('grant-plan', 'gives the account a plan')
      .addArgument(new Argument('<plan>').choices(grantedPlans))
      .action(onAccount(grantPlan));
    command('end-sessions', 'signs the account out everywhere').action(onAccount(endSessions));
    command(
      'disable',
      'disables the account: nobody can sign in to it, and its API tokens do not work; every session ends, shared links go on, and the owner is told by email',
    ).action(onAccount(disable));
    command('enable', 'enables an account that was disabled; the owner is told by email').action(onAccount(enable));
    command(
      'remove-two-step',
      'turns two-step sign-in off for somebody who lost the app and the recovery codes; every session ends, and the owner is told by email',
    ).action(onAccount(removeTwoStep));
  });
}

const address = z
  .string()
  .transform(parseEmailAddress)
  .refine((email) => email !== null, 'Write an address like nina@example.com.');

async function makeColonel(ports: AccountPorts, account: AccountRecord): Promise<string> {
  if (!account.isVerified) throw new CommandRefused('The account is not verified yet.');
  if (account.isDisabled) throw new CommandRefused('The account is disabled. Enable it first.');
  if (!account.isTwoStepOn) {
    throw new CommandRefused(
      'Two-step sign-in is off for this account. Its owner turns it on at /account/security; then try again.',
    );
  }
  await changeRoleUseCase(ports)(account, 'colonel');
  return 'The account is a colonel. It has rights only after two-step sign-in.';
}

async function removeColonel(ports: AccountPorts, account: AccountRecord): Promise<string> {
  await changeRoleUseCase(ports)(account, 'customer');
  return 'The account is a customer.';
}

async function grantPlan(ports: AccountPorts, account: AccountRecord, planId: GrantedPlan): Promise<string> {
  await grantPlanUseCase(ports)(account.accountRef, planId, ...byCommand);
  return `The account has the plan ${planId}.`;
}

async function endSessions(ports: AccountPorts, account: AccountRecord): Promise<string> {
  return `Sessions ended: ${await endAllSessionsUseCase(ports)(account, ...byCommand)}.`;
}

async function disable(ports: AccountPorts, account: AccountRecord): Promise<string> {
  try {
    return (await changeAccessUseCase(ports)(account, 'disabled', ...byCommand))
      ? 'The account is disabled. The owner is told by email while Onceover runs.'
      : 'The account was disabled already.';
  } catch (error) {
    if (!(error instanceof LastColonel)) throw error;
    throw new CommandRefused('This is the last colonel. Appoint another one first.');
  }
}

async function enable(ports: AccountPorts, account: AccountRecord): Promise<string> {
  return (await changeAccessUseCase(ports)(account, 'enabled', ...byCommand))
    ? 'The account is enabled. The owner is told by email while Onceover runs.'
    : 'The account was not disabled.';
}

async function removeTwoStep(ports: AccountPorts, account: AccountRecord): Promise<string> {
  return (await removeTwoStepUseCase(ports)(account, ...byCommand))
    ? 'Two-step sign-in is off. The owner is told by email while Onceover runs.'
    : 'Two-step sign-in was not on.';
}

async function withAccount(
  { config, database }: AccountsPlace,
  email: string,
  work: (ports: AccountPorts, account: AccountRecord) => Promise<string>,
): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const deps = { database, ask: nobodyThere, doorbell: createDoorbell() };
  const { services } = await openAdapters(config, deps, await openFoundation(serviceOf(config), deps, stack));
  const account = await services.account.book.findByEmail(email);
  if (account === null) throw new CommandRefused('There is no account with this address.');
  return await work(services.account, account);
}

/** The account with an address, for commands of other services; null: there is none. Changes nothing. */
export async function accountWith(email: string, { config, database }: AccountsPlace): Promise<string | null> {
  await using stack = new AsyncDisposableStack();
  const deps = { database, ask: nobodyThere, doorbell: createDoorbell() };
  const { services } = await openAdapters(config, deps, await openFoundation(serviceOf(config), deps, stack));
  return (await services.account.book.findByEmail(email))?.accountRef ?? null;
}

/**
 * Imports accounts one by one, tells which imported account has an address, and answers what other services ask this one. `stack` closes
 * the connections.
 */
export async function openAccountImport(
  { config, database }: AccountsPlace,
  stack: AsyncDisposableStack,
): Promise<Pick<Destination, 'importAccount' | 'accountRefOf'> & { readonly ask: AskInternal }> {
  const deps = { database, ask: nobodyThere, doorbell: createDoorbell() };
  const adapters = await openAdapters(config, deps, await openFoundation(serviceOf(config), deps, stack));
  const { services } = adapters;
  const imports = importPortsOf(adapters);
  const calls = createInternalCalls();
  calls.register(internalOf(services, useCasesOf(services)));
  return {
    ask: calls.ask,
    importAccount: importAccountUseCase(imports),
    async accountRefOf(text) {
      const email = parseEmailAddress(text);
      if (email === null) return null;
      const account = await services.account.book.findByEmail(email);
      // Whoever signed up here with the address need not be who had it there.
      return account?.isVerified === true && account.accountRef === imports.imports.refOf(email)
        ? account.accountRef
        : null;
    },
  };
}

/** No command needs another service. */
const nobodyThere: AskInternal = () => Promise.reject(new OutageError('services'));

/** How many colonels there are, and how many of them have two-step sign-in off. Changes nothing. */
export const colonelsIn = (database: pg.PoolConfig) => countColonels(database);

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export const openAccountsEventTools = (
  config: AccountsConfig,
  backing: ToolBacking,
  stack: AsyncDisposableStack,
): Promise<ServiceEventTools> =>
  openEventTools(definition, backing, stack, async (foundation) => {
    const deps = { ...backing, ask: nobodyThere, doorbell: createDoorbell() };
    const { services } = await openAdapters(config, deps, foundation);
    return consumersOf(services);
  });

/** The history of the service's log for an operator's command. `stack` closes the connection. */
export const openAccountsHistory = (database: pg.PoolConfig, stack: AsyncDisposableStack): Promise<LogHistory> =>
  openLogHistory(definition, database, stack);
