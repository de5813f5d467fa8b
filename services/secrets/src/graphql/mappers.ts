import type { Caller } from '@onceover/graphql-kit/caller';
import type { Concealed } from '../use-cases/conceal/concealed.ts';
import type { IncomingView } from '../use-cases/incoming/list-incoming.ts';
import type { SecretGate } from '../use-cases/look/look-at-secret.ts';
import type { MetadataView } from '../use-cases/metadata/metadata-view.ts';
import type { RevealedSecret } from '../use-cases/reveal/reveal-secret.ts';
import { isOwnedBy } from '../use-cases/secret/ownership.ts';
import type * as graph from './types.generated.ts';

/** What stands behind each type of the graph, field by field; no row travels. */

const states = { new: 'NEW', received: 'RECEIVED', burned: 'BURNED', expired: 'EXPIRED' } as const;
const deliveryStatuses = { queued: 'QUEUED', sent: 'SENT', failed: 'FAILED', suppressed: 'SUPPRESSED' } as const;
const momentKinds = {
  submitted: 'SUBMITTED',
  mailed: 'MAILED',
  'mail-failed': 'MAIL_FAILED',
  opened: 'OPENED',
  burned: 'BURNED',
  expired: 'EXPIRED',
} as const;
const kinds = { share: 'SHARE', generate: 'GENERATE' } as const;

export function toConcealedSecret(concealed: Concealed): graph.ConcealedSecret & { readonly __typename: string } {
  return {
    __typename: 'ConcealedSecret',
    secretKey: concealed.secretKey,
    metadata: toMetadata(concealed.metadata),
    kind: kinds[concealed.kind],
    value: concealed.value,
    originalSize: concealed.originalSize,
    isTruncated: concealed.isTruncated,
    ttlAdjusted: concealed.isTtlAdjusted,
    isReplay: concealed.isReplay,
  };
}

export function toSecretGate(gate: SecretGate, caller: Caller): graph.SecretGate {
  return {
    shortkey: gate.shortkey,
    hasPassphrase: gate.hasPassphrase,
    verification: gate.isVerification,
    isOwner: isOwnedBy(caller, gate.ownerRef),
    shareDomain: gate.shareDomain,
  };
}

export function toRevealedSecret({ secret, value, isReplay }: RevealedSecret, caller: Caller): graph.RevealedSecret {
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
  };
}

export function toMetadata(view: MetadataView): graph.Metadata {
  return {
    key: view.key,
    shortkey: view.shortkey,
    secretShortkey: view.secretShortkey,
    state: states[view.state],
    secretKey: view.secretKey,
    secretTtl: view.ttlSeconds,
    created: unixTime(view.createdAt),
    updated: unixTime(view.updatedAt),
    expiration: unixTime(view.expiresAt),
    received: view.receivedAt === null ? null : unixTime(view.receivedAt),
    burned: view.burnedAt === null ? null : unixTime(view.burnedAt),
    expired: view.expiredAt === null ? null : unixTime(view.expiredAt),
    hasPassphrase: view.hasPassphrase,
    isTruncated: view.isTruncated,
    recipients: view.recipients,
    shareDomain: view.shareDomain,
    deliveries: view.deliveries.map(({ status, at }) => ({ status: deliveryStatuses[status], at: unixTime(at) })),
    isOwner: view.isOwner,
    hasOwner: view.hasOwner,
    isByOwnerHandle: view.isByOwnerHandle,
    isLocked: view.isLocked,
    deliveryConfirmed: view.deliveryConfirmed,
  };
}

export function toIncomingSecret(view: IncomingView): graph.IncomingSecret {
  return {
    id: view.incomingId,
    ticketNumber: view.ticketNumber,
    secretShortkey: view.secretShortkey,
    state: states[view.state],
    created: unixTime(view.createdAt),
    timeline: view.timeline.map(({ kind, at }) => ({ kind: momentKinds[kind], at: unixTime(at) })),
  };
}

function unixTime(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
