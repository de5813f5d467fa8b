import type { NewSecret } from '../../../use-cases/conceal/concealed.ts';
import type { ExpiryRows } from '../../../use-cases/expire/expire-due-secrets.ts';
import type { IncomingRows } from '../../../use-cases/incoming/submit-incoming.ts';
import type { ClaimRows } from '../../../use-cases/reveal/claim-secret.ts';
import { secretFlags } from './secret-row.ts';

/** The rows and guards of commands as the functions in `../sql` take them. Bytes travel as base64. */
export const secretRows: IncomingRows & ClaimRows & ExpiryRows = {
  concealed: (made) => ({ name: 'secret', row: concealedRow(made) }),
  replay: ({ keyHash, lookup, epoch, sealed, seconds }) => ({
    name: 'create_replay',
    row: {
      key_hash: base64(keyHash),
      lookup: base64(lookup),
      e: epoch,
      sealed: base64(sealed),
      seconds,
    },
  }),
  ended: ({ lookup, ending, deliveryConfirmed }) => ({
    name: 'secret_end',
    row: { lookup: base64(lookup), state: ending, delivery_confirmed: deliveryConfirmed },
  }),
  redelivery: ({ lookup, tokenHash, epoch, rblob, seconds, count }) => ({
    name: 'redelivery',
    row: {
      lookup: base64(lookup),
      token_hash: base64(tokenHash),
      e: epoch,
      rblob: base64(rblob),
      seconds,
      left_count: count,
    },
  }),
  delivery: ({ deliveryId, lookup, place, at, sealed, keyId, expiresAt }) => ({
    name: 'delivery',
    row: {
      delivery_id: deliveryId,
      lookup: base64(lookup),
      place,
      at: at.toISOString(),
      sealed: base64(sealed),
      key_id: keyId,
      expires_at: expiresAt.toISOString(),
    },
  }),
  incoming: ({ incomingId, lookup, inbox, ticketNumber, submittedAt }) => ({
    name: 'incoming',
    row: {
      incoming_id: incomingId,
      lookup: base64(lookup),
      inbox: base64(inbox),
      ticket_number: ticketNumber,
      submitted: submittedAt.toISOString(),
    },
  }),
  envelopesEnded: (lookup) => ({ name: 'envelope_end', row: { lookup: base64(lookup) } }),
  claimNew: (lookup, ending) => ({
    kind: 'claim',
    name: 'new_secret',
    row: { lookup: base64(lookup), state: ending },
    onMiss: 'conflict',
  }),
  claimDue: (lookup) => ({ kind: 'claim', name: 'due_secret', row: { lookup: base64(lookup) }, onMiss: 'conflict' }),
  epochIsCurrent: (epoch) => ({ kind: 'check', name: 'epoch_current', row: { e: epoch }, onMiss: 'stale' }),
  sealingHolds: ({ epoch, createdAt }) => ({
    kind: 'check',
    name: 'sealing',
    row: { e: epoch, created: createdAt.toISOString() },
    onMiss: 'stale',
  }),
};

function concealedRow({ keys, binding, sealed, ...made }: NewSecret): Record<string, string | number | null> {
  return {
    lookup: base64(binding.lookup),
    secret_id: keys.secretId,
    short: made.shortkey,
    kind: binding.kind,
    owner_ref: binding.ownerRef,
    share_domain_id: binding.shareDomainId,
    flags: flagsOf(binding),
    kdf: binding.kdf,
    ttl: made.ttlSeconds,
    original_size: made.originalSize,
    created: binding.createdAt.toISOString(),
    expires: binding.expiresAt.toISOString(),
    ct: base64(sealed.ct),
    e: sealed.epoch,
    wshard: base64(sealed.wshard),
    linkbox: base64(sealed.linkbox),
    mlookup: base64(made.metadataLookup),
    mshort: made.metadataShortkey,
    r: hasOwnerHandle(binding) ? keys.ownerHandle : null,
    share_domain: made.shareDomain,
    recipients: made.recipients,
    until: made.metadataUntil.toISOString(),
  };
}

/** Only what stands in an owner's list has a handle. */
function hasOwnerHandle({ ownerRef, isVerification }: NewSecret['binding']): boolean {
  return ownerRef !== null && !isVerification;
}

function flagsOf({ hasPassphrase, isVerification, isTruncated }: NewSecret['binding']): number {
  return (
    (hasPassphrase ? secretFlags.hasPassphrase : 0) |
    (isVerification ? secretFlags.isVerification : 0) |
    (isTruncated ? secretFlags.isTruncated : 0)
  );
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64');
}
