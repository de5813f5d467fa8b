import { acknowledgeSecretUseCase } from './acknowledge-secret.ts';
import { type BurnPorts, burnSecretUseCase } from './burn-secret.ts';
import type { ConcealPorts } from './conceal-command.ts';
import { concealSecretUseCase } from './conceal-secret.ts';
import { lookAtSecretUseCase } from './look-at-secret.ts';
import { type RevealPorts, revealSecretUseCase } from './reveal-secret.ts';
import { showMetadataUseCase } from './show-metadata.ts';

/** Every verb that has a door in the graph. */
export interface UseCases {
  readonly concealSecret: ReturnType<typeof concealSecretUseCase>;
  readonly lookAtSecret: ReturnType<typeof lookAtSecretUseCase>;
  readonly revealSecret: ReturnType<typeof revealSecretUseCase>;
  readonly acknowledgeSecret: ReturnType<typeof acknowledgeSecretUseCase>;
  readonly showMetadata: ReturnType<typeof showMetadataUseCase>;
  readonly burnSecret: ReturnType<typeof burnSecretUseCase>;
}

export function useCasesOf(ports: ConcealPorts & RevealPorts & BurnPorts): UseCases {
  return {
    concealSecret: concealSecretUseCase(ports),
    lookAtSecret: lookAtSecretUseCase(ports),
    revealSecret: revealSecretUseCase(ports),
    acknowledgeSecret: acknowledgeSecretUseCase(ports),
    showMetadata: showMetadataUseCase(ports),
    burnSecret: burnSecretUseCase(ports),
  };
}
