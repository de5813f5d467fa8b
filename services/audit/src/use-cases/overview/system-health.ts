import type { Caller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { gatewayHealth } from '@onceover/schema/internal/gateway-health';
import {
  accountsHealth,
  notificationsHealth,
  type SecretsHealthAnswer,
  type ServiceHealthAnswer,
  secretsHealth,
} from '@onceover/schema/internal/service-health';
import { OutageError } from '@onceover/service-kit/errors';
import type { AskInternal } from '@onceover/service-kit/internal-call';

/** What is known of a service; null is what it has none of, or did not answer. */
type Known = { readonly [Name in keyof SecretsHealthAnswer]: SecretsHealthAnswer[Name] | null };

const nothing: Known = {
  consumers: null,
  deadLetters: null,
  connections: null,
  settings: null,
  epochs: null,
  keks: null,
  disk: null,
};

export interface HealthPorts {
  readonly ask: AskInternal;
  ownHealth(): Promise<ServiceHealthAnswer>;
  postgresVersion(): Promise<string>;
}

/**
 * How the whole system is doing, service by service; of the gateway null where it did not answer. Throws
 * `NotAuthorizedError` for everybody but colonels.
 */
export function systemHealthUseCase({ ask, ownHealth, postgresVersion }: HealthPorts) {
  return async (caller: Caller) => {
    operatorOnly(caller);
    const [postgres, gateway, ...services] = await Promise.all([
      postgresVersion(),
      unlessAway(ask(gatewayHealth, {})),
      reportOf('secrets', ask(secretsHealth, {})),
      reportOf('accounts', ask(accountsHealth, {})),
      reportOf('notifications', ask(notificationsHealth, {})),
      reportOf('audit', ownHealth()),
    ]);
    return { node: process.versions.node, postgres, gateway, services };
  };
}

/** A service, or that it does not answer. */
async function reportOf(service: string, asked: Promise<Partial<Known>>) {
  const known = await unlessAway(asked);
  return { service, isReachable: known !== null, ...nothing, ...known };
}

/** Null when who was asked does not answer. */
async function unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
    return null;
  }
}
