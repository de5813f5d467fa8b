import { type BurnPorts, burnSecretUseCase } from './burn/burn-secret.ts';
import { type ConcealPorts, concealSecretUseCase } from './conceal/conceal-secret.ts';
import { concealVerificationUseCase } from './conceal/conceal-verification.ts';
import type { ExpirePorts } from './expire/expire-due-secrets.ts';
import type { ImportPorts } from './import/import-secret.ts';
import { type IncomingSecrets, listIncomingUseCase, showSubmissionsUseCase } from './incoming/list-incoming.ts';
import { type IncomingPorts, submitIncomingUseCase } from './incoming/submit-incoming.ts';
import { type LabelPorts, labelSecretUseCase, showLabelUseCase } from './label/label-secret.ts';
import { type LookPorts, lookAtSecretUseCase, noteProgramUseCase } from './look/look-at-secret.ts';
import { type GeneratedValuePorts, showGeneratedValueUseCase } from './metadata/show-generated-value.ts';
import { findWatchedUseCase, showMetadataUseCase } from './metadata/show-metadata.ts';
import { type BurningPorts, burnListedSecretsUseCase } from './operator/burn-listed-secrets.ts';
import { type ListingPorts, listSecretsUseCase } from './operator/listed-secrets.ts';
import {
  countRecentUseCase,
  listRecentUseCase,
  type RecentSecrets,
  showOwnSecretsUseCase,
} from './recent/list-recent.ts';
import { acknowledgeSecretUseCase } from './reveal/redelivery.ts';
import { type RevealPorts, revealSecretUseCase } from './reveal/reveal-secret.ts';
import { countSecretsUseCase, type SecretStatistics } from './statistics/count-secrets.ts';

export type UseCases = ReturnType<typeof useCasesOf>;

/** What the verbs work with altogether. */
export type UseCasePorts = ConcealPorts &
  IncomingPorts &
  RevealPorts &
  BurnPorts &
  GeneratedValuePorts &
  LabelPorts &
  LookPorts &
  ExpirePorts &
  BurningPorts &
  ImportPorts &
  ListingPorts & {
    readonly recents: RecentSecrets;
    readonly incoming: IncomingSecrets;
    readonly statistics: SecretStatistics;
  };

export function useCasesOf(ports: UseCasePorts) {
  return {
    concealSecret: concealSecretUseCase(ports),
    concealVerification: concealVerificationUseCase(ports),
    submitIncoming: submitIncomingUseCase(ports),
    lookAtSecret: lookAtSecretUseCase(ports),
    noteProgram: noteProgramUseCase(ports),
    revealSecret: revealSecretUseCase(ports),
    acknowledgeSecret: acknowledgeSecretUseCase(ports),
    showMetadata: showMetadataUseCase(ports),
    showGeneratedValue: showGeneratedValueUseCase(ports),
    findWatched: findWatchedUseCase(ports),
    burnSecret: burnSecretUseCase(ports),
    labelSecret: labelSecretUseCase(ports),
    showLabel: showLabelUseCase(ports),
    listRecent: listRecentUseCase(ports),
    showOwnSecrets: showOwnSecretsUseCase(ports),
    countRecent: countRecentUseCase(ports),
    listIncoming: listIncomingUseCase(ports),
    showSubmissions: showSubmissionsUseCase(ports),
    listSecrets: listSecretsUseCase(ports),
    burnListedSecrets: burnListedSecretsUseCase(ports),
    countSecrets: countSecretsUseCase(ports),
    findByShortKey: ports.statistics.findByShortKey,
    shortKeyOf: ports.statistics.shortKeyOf,
  };
}
