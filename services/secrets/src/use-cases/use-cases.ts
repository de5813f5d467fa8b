import { acknowledgeSecretUseCase } from './acknowledge-secret.ts';
import { type BurnPorts, burnSecretUseCase } from './burn-secret.ts';
import { type ConcealPorts, concealSecretUseCase } from './conceal-secret.ts';
import { concealVerificationUseCase } from './conceal-verification.ts';
import { countSecretsUseCase } from './count-secrets.ts';
import { listIncomingUseCase } from './list-incoming.ts';
import type { IncomingSecrets, RecentSecrets, SecretStatistics } from './list-ports.ts';
import { listRecentUseCase } from './list-recent.ts';
import { lookAtSecretUseCase } from './look-at-secret.ts';
import { type RevealPorts, revealSecretUseCase } from './reveal-secret.ts';
import { showMetadataUseCase } from './show-metadata.ts';
import { type IncomingPorts, submitIncomingUseCase } from './submit-incoming.ts';

/** Every verb that has a door in the graph, or for other services. */
export interface UseCases {
  readonly concealSecret: ReturnType<typeof concealSecretUseCase>;
  readonly concealVerification: ReturnType<typeof concealVerificationUseCase>;
  readonly submitIncoming: ReturnType<typeof submitIncomingUseCase>;
  readonly lookAtSecret: ReturnType<typeof lookAtSecretUseCase>;
  readonly revealSecret: ReturnType<typeof revealSecretUseCase>;
  readonly acknowledgeSecret: ReturnType<typeof acknowledgeSecretUseCase>;
  readonly showMetadata: ReturnType<typeof showMetadataUseCase>;
  readonly burnSecret: ReturnType<typeof burnSecretUseCase>;
  readonly listRecent: ReturnType<typeof listRecentUseCase>;
  readonly listIncoming: ReturnType<typeof listIncomingUseCase>;
  readonly countSecrets: ReturnType<typeof countSecretsUseCase>;
}

/** What the verbs work with altogether. */
export type UseCasePorts = ConcealPorts &
  IncomingPorts &
  RevealPorts &
  BurnPorts & {
    readonly recents: RecentSecrets;
    readonly incoming: IncomingSecrets;
    readonly statistics: SecretStatistics;
  };

export function useCasesOf(ports: UseCasePorts): UseCases {
  return {
    concealSecret: concealSecretUseCase(ports),
    concealVerification: concealVerificationUseCase(ports),
    submitIncoming: submitIncomingUseCase(ports),
    lookAtSecret: lookAtSecretUseCase(ports),
    revealSecret: revealSecretUseCase(ports),
    acknowledgeSecret: acknowledgeSecretUseCase(ports),
    showMetadata: showMetadataUseCase(ports),
    burnSecret: burnSecretUseCase(ports),
    listRecent: listRecentUseCase(ports),
    listIncoming: listIncomingUseCase(ports),
    countSecrets: countSecretsUseCase(ports),
  };
}
