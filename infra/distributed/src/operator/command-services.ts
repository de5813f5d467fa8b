import { openAccountsEventTools } from '@onceover/accounts/cli';
import { openAuditEventTools } from '@onceover/audit/cli';
import { openNotificationsEventTools } from '@onceover/notifications/cli';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { openSecretsEventTools } from '@onceover/secrets/cli';
import { CommandRefused } from '@onceover/service-kit/command-line';
import type { ConfigDefinition } from '@onceover/service-kit/config';
import type { Logger } from '@onceover/service-kit/logging';
import type { ServiceEventTools } from '@onceover/service-shell/event-tools';
import type { ServiceEntry } from '../service-process.ts';
import { accountsEntry } from '../services/accounts.ts';
import { auditEntry } from '../services/audit.ts';
import { notificationsEntry } from '../services/notifications.ts';
import { secretsEntry } from '../services/secrets.ts';
import { type Environments, readEnvironments, type SettingsPlace } from './environments.ts';
import { type CommandService, openCommandService } from './open-service.ts';

/** The services whose settings a command was given. */
export type CommandServices = ReturnType<typeof commandServices>;

/** Each service is opened when it is asked for, and once. `stack` closes them. */
export function commandServices(
  { at, env }: { readonly at: SettingsPlace; readonly env: NodeJS.ProcessEnv },
  backing: { readonly log: Logger; readonly stack: AsyncDisposableStack },
) {
  return commandServicesOf(readEnvironments(at, env, logNames), backing);
}

/** The same, of settings that were read already. */
export function commandServicesOf(
  environments: Environments,
  { log, stack }: { readonly log: Logger; readonly stack: AsyncDisposableStack },
) {
  const once = <const D extends ConfigDefinition>(entry: ServiceEntry<D>) => {
    const { name } = entry;
    let opened: ReturnType<typeof openCommandService<D>> | undefined;
    return () => {
      const found = environments.get(name);
      if (found === undefined)
        throw new CommandRefused(`This is about ${name}: name the file ${name}.env, or its directory.`);
      opened ??= openCommandService(entry, found, { log, stack });
      return opened;
    };
  };
  const services = {
    secrets: once(secretsEntry),
    accounts: once(accountsEntry),
    notifications: once(notificationsEntry),
    audit: once(auditEntry),
  };
  const tools: Readonly<Record<LogName, () => Promise<ServiceEventTools>>> = {
    secrets: async () => await toolsOf(await services.secrets(), (it) => openSecretsEventTools(it, stack)),
    accounts: async () => {
      const service = await services.accounts();
      return await toolsOf(service, (it) => openAccountsEventTools(service.config, it, stack));
    },
    notifications: async () =>
      await toolsOf(await services.notifications(), (it) => openNotificationsEventTools(it, stack)),
    audit: async () => await toolsOf(await services.audit(), (it) => openAuditEventTools(it, stack)),
  };
  return {
    ...services,
    /** Those that were given. */
    names: logNames.filter((name) => environments.has(name)),
    /** What operators do about the events of a service. */
    tools: (name: LogName) => tools[name](),
  };
}

async function toolsOf<Config>(
  service: CommandService<Config>,
  open: (service: CommandService<Config>) => Promise<ServiceEventTools>,
): Promise<ServiceEventTools> {
  const opened = await open(service);
  service.answerHere(opened.internal);
  return opened;
}
