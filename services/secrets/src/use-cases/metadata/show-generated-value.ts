import type { CommandContext } from '@onceover/event-store';
import type { Caller } from '@onceover/schema/caller';
import type { SecretGeneratedValueShown } from '@onceover/schema/events/secrets';
import { showGeneratedValue } from '../../domain/secret/show-generated-value.ts';
import { contextOf } from '../secret/command-context.ts';
import type { Failpoint } from '../secret/failpoint.ts';
import { type SecretVault, secretStateOf } from '../secret/stored-secret.ts';
import { type OpenedSecret, openContent } from '../secret/with-loaded-keys.ts';
import { type MetadataEntry, type MetadataPorts, openLink } from './metadata-entry.ts';

/** Remembers which generated values were shown once more. */
export interface GeneratedValues {
  /**
   * One commit or nothing: the look is noted on the secret, and its event recorded. True for the first who may look, within
   * so many seconds of its creation while it is new; false for everybody else.
   */
  claim(
    secret: { readonly secretId: string; readonly lookup: Buffer },
    event: SecretGeneratedValueShown,
    withinSeconds: number,
    context: Pick<CommandContext, 'commandId' | 'meta'>,
  ): Promise<boolean>;
}

export type GeneratedValuePorts = MetadataPorts & {
  readonly vault: SecretVault;
  readonly generatedValues: GeneratedValues;
  /** So many seconds after its creation a generated value is shown once more; 0: never. */
  readonly generatedValueAgain: number;
  readonly failpoint: Failpoint;
};

/**
 * Shows a generated value once more to the first who asks by the metadata key, soon after its creation, and leaves the secret
 * new. Nothing is stored for it but when it was: the metadata key opens the link box, and the key of the link the content, as at a
 * reveal. As there, everything fallible happens before the claim, and the value leaves only when its own commit was
 * acknowledged.
 *
 * Shape    null unless all of it holds: kind `generate`, no passphrase, new, in time, the first, by the metadata key. An owner
 *          handle opens no link box, so it shows nothing
 * Units    seconds by the database clock
 * Source   dialects of the API, "Generated value, once more"
 */
export function showGeneratedValueUseCase(ports: GeneratedValuePorts) {
  return async (metadataKey: string, caller: Caller): Promise<string | null> => {
    if (ports.generatedValueAgain === 0) return null;
    const entry = await ports.vault.findByMetadataKey(ports.keys.metadataLookupOf(metadataKey));
    const shown = entry === null ? null : decide(ports, entry);
    if (entry === null || shown === null) return null;
    ports.keyRing.current(); // sealed: nothing is used up
    const opened = await openByMetadataKey(ports, metadataKey, entry);
    if (opened === null) return null;
    try {
      return (await isClaimed(ports, opened, shown, caller)) ? opened.plaintext.toString('utf8') : null;
    } finally {
      opened.plaintext.fill(0);
    }
  };
}

function decide(
  { generatedValueAgain: withinSeconds }: GeneratedValuePorts,
  { secret, valueShownAt: shownAt }: MetadataEntry,
): SecretGeneratedValueShown | null {
  const { binding, readAt: at } = secret;
  return showGeneratedValue({ ...binding, shownAt, at, withinSeconds }, secretStateOf(secret));
}

/** Null if it is gone by then. */
async function openByMetadataKey(
  ports: GeneratedValuePorts,
  metadataKey: string,
  entry: MetadataEntry,
): Promise<OpenedSecret | null> {
  const linked = await openLink(ports, metadataKey, entry);
  if (linked === null) return null;
  const read = () => ports.vault.find(entry.secret.binding.lookup, null);
  const found = await read();
  if (found === null) return null;
  return await openContent(ports, found, { secretKey: linked.secretKey, passphraseKey: null }, read);
}

/** True when this very call is the one look. */
async function isClaimed(
  { generatedValues, generatedValueAgain, failpoint }: GeneratedValuePorts,
  { secret: { secretId, binding } }: OpenedSecret,
  shown: SecretGeneratedValueShown,
  caller: Caller,
): Promise<boolean> {
  const { lookup, ownerRef } = binding;
  const context = contextOf(caller, ownerRef, null);
  await failpoint('value.before_commit');
  const isFirst = await generatedValues.claim({ secretId, lookup }, shown, generatedValueAgain, context);
  await failpoint('value.committed');
  return isFirst;
}
