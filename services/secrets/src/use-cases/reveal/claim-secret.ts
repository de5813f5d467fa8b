import type { AppendCommand, Guard } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';

import { revealSecret } from '../../domain/secret/reveal-secret.ts';
import { redeliveryLimits } from '../../domain/secret/secret-limits.ts';
import { contextOf, relationOf, secretStream } from '../secret/command-context.ts';
import { type EndingRows, endingRows } from '../secret/secret-ending.ts';
import { type StoredSecret, secretStateOf } from '../secret/stored-secret.ts';
import type { Claimant, RedeliveryCipher, RedeliveryRows } from './redelivery.ts';

/** The guards and rows of a claim. */
export interface ClaimRows extends EndingRows, RedeliveryRows {
  /** The epoch's key is still the one new rows use. */
  epochIsCurrent(epoch: number): Guard;
}

export interface OpenedSecret {
  readonly secret: StoredSecret;
  readonly plaintext: Buffer;
}

/**
 * The claim as one command, all or nothing: the secret is still new and within its lifetime, `secret.received` follows
 * the version that was read, content and shard go, and a claimant with a token gets a blob only it can open.
 *
 * Refuses  secret.gone when it was over as it was read; later than that claim_new_secret.sql decides
 */
export function claimCommand(
  { cipher, rows }: { readonly cipher: RedeliveryCipher; readonly rows: ClaimRows },
  { secret, plaintext }: OpenedSecret,
  { secretKey, token }: Claimant,
  caller: Caller,
): AppendCommand {
  const { secretId, version, binding, readAt } = secret;
  const { lookup } = binding;
  const by = relationOf(caller, binding.ownerRef);
  const viewer = caller.kind === 'anonymous' ? {} : { viewerRef: caller.accountRef };
  const received = revealSecret({ by, ...viewer, at: readAt }, secretStateOf(secret));
  const name = token === null ? null : `reveal:${secretId}:${caller.kind}:${token.hash.toString('hex')}`;
  const redelivery =
    token === null ? null : cipher.sealRedelivery({ claimToken: token.text, secretKey, plaintext, binding });
  const end = endingRows(rows, binding, 'received', token === null ? null : false);
  return {
    context: contextOf(caller, binding.ownerRef, name),
    appends: [{ stream: secretStream(secretId), expected: version, events: [received], closes: true }],
    shared: redelivery === null ? [] : [`epoch:${redelivery.epoch}`],
    guards: [
      ...(redelivery === null ? [] : [rows.epochIsCurrent(redelivery.epoch)]),
      rows.claimNew(lookup, 'received'),
    ],
    inline:
      redelivery === null || token === null
        ? end
        : [...end, rows.redelivery({ lookup, tokenHash: token.hash, ...redelivery, ...redeliveryLimits })],
  };
}
