import type { AppendCommand } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';
import { repeats } from '../../domain/secret/repeats.ts';
import { revealSecret } from '../../domain/secret/reveal-secret.ts';
import { contextOf, relationOf, secretStream } from '../secret/command-context.ts';
import type { SecretCipher } from '../secret/crypto-ports.ts';
import { endingRows } from '../secret/ending-rows.ts';
import type { SecretRows, StoredSecret } from '../secret/ports.ts';
import { secretStateOf } from '../secret/secret-state-of.ts';
import type { Claimant } from './redeliver.ts';

export interface OpenedSecret {
  readonly secret: StoredSecret;
  readonly plaintext: Buffer;
}

/**
 * The claim as one command, all or nothing: the secret is still new and within its lifetime, `secret.received` follows
 * the version that was read, content and shard go, and a claimant with a token gets a blob only it can open.
 *
 * Refuses  secret.gone when it was over when it was read
 */
export function claimCommand(
  { cipher, rows }: { readonly cipher: SecretCipher; readonly rows: SecretRows },
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
  const repeat =
    token === null ? null : cipher.sealRedelivery({ claimToken: token.text, secretKey, plaintext, binding });
  const { redeliverySeconds: seconds, redeliveryCount: count } = repeats;
  const end = endingRows(rows, binding, 'received', token === null ? null : false);
  return {
    context: contextOf(caller, binding.ownerRef, name),
    appends: [{ stream: secretStream(secretId), expected: version, events: [received], closes: true }],
    shared: repeat === null ? [] : [`epoch:${repeat.epoch}`],
    guards: [...(repeat === null ? [] : [rows.epochIsCurrent(repeat.epoch)]), rows.claimNew(lookup, 'received')],
    inline:
      repeat === null || token === null
        ? end
        : [...end, rows.redelivery({ lookup, tokenHash: token.hash, ...repeat, seconds, count })],
  };
}
