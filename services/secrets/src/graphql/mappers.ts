import type { Caller } from '@onceover/graphql-kit/caller';
import type { SecretGate } from '../use-cases/look/look-at-secret.ts';
import type { RevealedSecret } from '../use-cases/reveal/reveal-secret.ts';
import { isOwnedBy } from '../use-cases/secret/ownership.ts';
import type * as graph from './types.generated.ts';

/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */
export type { Concealed as ConcealedSecretMapper } from '../use-cases/conceal/concealed.ts';
export type { IncomingView as IncomingSecretMapper } from '../use-cases/incoming/list-incoming.ts';
export type { MetadataView as MetadataMapper } from '../use-cases/metadata/metadata-view.ts';

export function toSecretGate(gate: SecretGate, caller: Caller): graph.SecretGate {
  return {
    shortkey: gate.shortkey,
    hasPassphrase: gate.hasPassphrase,
    verification: gate.isVerification,
    isOwner: isOwnedBy(caller, gate.ownerRef),
    shareDomain: gate.shareDomain,
  };
}

export function toRevealedSecret({ secret, value, isReplay }: RevealedSecret, caller: Caller) {
  const { binding } = secret;
  return {
    __typename: 'RevealedSecret',
    shortkey: secret.shortkey,
    value,
    originalSize: secret.originalSize,
    isTruncated: binding.isTruncated,
    hasPassphrase: binding.hasPassphrase,
    verification: binding.isVerification,
    isOwner: isOwnedBy(caller, binding.ownerRef),
    shareDomain: secret.shareDomain,
    isReplay,
  } as const satisfies graph.RevealedSecret;
}
