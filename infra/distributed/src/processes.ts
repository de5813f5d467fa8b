import { serviceNames } from '@onceover/schema/internal/catalog';
import type { Logger } from '@onceover/service-kit/logging';
import type { RunningProcess } from './service-process.ts';

type Start = (env: NodeJS.ProcessEnv, log: Logger) => Promise<RunningProcess>;

/** Every process that there is: the services, the relays where they run apart, and what fills the topics of partners. */
export const processNames = [...serviceNames, 'relay', 'partner-egress'] as const;
export type ProcessName = (typeof processNames)[number];

/** Each process by its name. It loads the code of its own service and of no other. */
export const processes: Readonly<Record<ProcessName, Start>> = {
  async accounts(env, log) {
    const [{ startServiceProcess }, { accountsEntry }] = await Promise.all([
      import('./service-process.ts'),
      import('./services/accounts.ts'),
    ]);
    return await startServiceProcess(accountsEntry, env, log);
  },
  async secrets(env, log) {
    const [{ startServiceProcess }, { secretsEntry }] = await Promise.all([
      import('./service-process.ts'),
      import('./services/secrets.ts'),
    ]);
    return await startServiceProcess(secretsEntry, env, log);
  },
  async notifications(env, log) {
    const [{ startServiceProcess }, { notificationsEntry }] = await Promise.all([
      import('./service-process.ts'),
      import('./services/notifications.ts'),
    ]);
    return await startServiceProcess(notificationsEntry, env, log);
  },
  async audit(env, log) {
    const [{ startServiceProcess }, { auditEntry }] = await Promise.all([
      import('./service-process.ts'),
      import('./services/audit.ts'),
    ]);
    return await startServiceProcess(auditEntry, env, log);
  },
  async gateway(env, log) {
    const { startGatewayProcess } = await import('./gateway-process.ts');
    return await startGatewayProcess(env, log);
  },
  async relay(env, log) {
    const { startRelayProcess } = await import('./relay-process.ts');
    return await startRelayProcess(env, log);
  },
  async 'partner-egress'(env, log) {
    const { startPartnerEgressProcess } = await import('./partner-egress-process.ts');
    return await startPartnerEgressProcess(env, log);
  },
};
