import type { Caller } from '@onceover/schema/caller';
import { revealSecret } from '../../domain/secret/reveal-secret.ts';
import { redeliveryLimits } from '../../domain/secret/secret-limits.ts';
import { contextOf, relationOf } from '../secret/command-context.ts';
import type { EndCommand, RedeliveryRow } from '../secret/secret-writes.ts';
import { secretStateOf } from '../secret/stored-secret.ts';
import type { OpenedSecret } from '../secret/with-loaded-keys.ts';
import type { Claimant, RedeliveryCipher } from './redelivery.ts';

/**
 * The claim as one command, all or nothing: the secret is still new and within its lifetime, `secret.received` follows
 * the version that was read, content and shard go, and a claimant with a token gets a blob only it can open.
 *
 * Refuses  secret.gone when it was over as it was read; later than that `end_secrets.sql` decides
 */
export function claimCommand(
  cipher: RedeliveryCipher,
  opened: OpenedSecret,
  claimant: Claimant,
  caller: Caller,
): EndCommand {
  const { secret } = opened;
  const { token } = claimant;
  const { ownerRef } = secret.binding;
  const viewer = caller.kind === 'anonymous' ? {} : { viewerRef: caller.accountRef };
  const by = relationOf(caller, ownerRef);
  const name = token === null ? null : `reveal:${secret.secretId}:${caller.kind}:${token.hash.toString('hex')}`;
  return {
    context: contextOf(caller, ownerRef, name),
    isRemembered: token !== null,
    secret,
    ending: 'received',
    event: revealSecret({ by, ...viewer, at: secret.readAt }, secretStateOf(secret)),
    deliveryConfirmed: token === null ? null : false,
    redelivery: redeliveryOf(cipher, opened, claimant),
  };
}

function redeliveryOf(
  cipher: RedeliveryCipher,
  { secret: { binding, readAt }, plaintext }: OpenedSecret,
  { secretKey, token }: Claimant,
): RedeliveryRow | null {
  if (token === null) return null;
  const sealed = cipher.sealRedelivery({ claimToken: token.text, secretKey, plaintext, binding });
  const until = new Date(readAt.getTime() + redeliveryLimits.seconds * 1000);
  return { tokenHash: token.hash, ...sealed, until, count: redeliveryLimits.count };
}
