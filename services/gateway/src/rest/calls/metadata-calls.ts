import type { Caller } from '@onceover/schema/caller';
import type { BurnForm } from '@onceover/schema/rest/metadata';
import { type ApiError, unknownSecret } from '../../http/api-error.ts';
import {
  burnSecret,
  labelSecret,
  type MetadataFieldsFragment,
  type RecentSecretsQuery,
  recentSecrets,
  type ShowMetadataQuery,
  showGeneratedValue,
  showMetadata,
} from '../../operations/operations.generated.ts';
import { isRefusal, type Refusal, refused } from '../refused.ts';
import type { RestRequest, RestTools } from '../rest-route.ts';

/*
 * What rows of every dialect do by metadata key, or by owner handle. See `secret-calls.ts`.
 */

export type ShownMetadata = NonNullable<ShowMetadataQuery['metadata']>;

const MOST = 1000;

/** The caller's secrets of the last 30 days, newest first, under owner handles. */
export async function recentOf(caller: Caller, { execute }: RestTools): Promise<RecentSecretsQuery['recentSecrets']> {
  return (await execute(recentSecrets, { first: MOST }, caller)).recentSecrets;
}

/** The creator's view. Throws 404 for a key that opens nothing. */
export async function metadataOf(key: string, caller: Caller, tools: RestTools): Promise<ShownMetadata> {
  const metadata = await metadataOrNull(key, caller, tools);
  if (metadata === null) throw unknownSecret(key);
  return metadata;
}

/** The same; null for a key that opens nothing. */
export async function metadataOrNull(
  key: string,
  caller: Caller,
  { execute }: RestTools,
): Promise<ShownMetadata | null> {
  return (await execute(showMetadata, { key }, caller)).metadata;
}

/** By which the clocks of the gateway and the database may differ, and what is lost by whole seconds. */
const CLOCK_SECONDS = 5;

/**
 * A generated value, which the site shows once more to the first who looks soon after: null for everybody else. Whether it may is decided by
 * the service; it is not even asked where it would say no.
 *
 * Source  dialects 6
 */
export async function generatedValueOf(
  metadata: ShownMetadata,
  { caller, isDeliberate }: Pick<RestRequest<unknown>, 'caller' | 'isDeliberate'>,
  { execute, generatedValueAgain, now }: RestTools,
): Promise<string | null> {
  const { key, kind, state, created, hasPassphrase, isByOwnerHandle, generatedValueShown } = metadata;
  const isSoon = generatedValueAgain > 0 && now() - created <= generatedValueAgain + CLOCK_SECONDS;
  if (!isSoon || kind !== 'GENERATE' || state !== 'NEW' || hasPassphrase) return null;
  if (isByOwnerHandle || generatedValueShown !== null || !isDeliberate()) return null;
  return (await execute(showGeneratedValue, { input: { key } }, caller)).showGeneratedValue.value;
}

/** Burns a secret that nobody has opened. Throws 404 for a key that opens nothing, and what the service refuses. */
export async function burn(
  key: string,
  form: BurnForm,
  caller: Caller,
  { execute }: RestTools,
): Promise<MetadataFieldsFragment> {
  const input = { key, continue: form.continue, passphrase: form.passphrase };
  const { burnSecret: burned } = await execute(burnSecret, { input }, caller);
  if (isRefusal(burned)) throw burnRefused(burned, key);
  return burned.metadata;
}

function burnRefused(refusal: Refusal, key: string): ApiError {
  if (refusal.code === 'secret.gone') return unknownSecret(key);
  return refused(refusal.code === 'secret.not-confirmed' ? { ...refusal, code: 'secret.not-burnable' } : refusal);
}

/** Gives a secret of the caller's its private label; blank takes it away. Throws 404 for a key that is not theirs. */
export async function label(key: string, text: string, caller: Caller, { execute }: RestTools): Promise<void> {
  const { labelSecret: labeled } = await execute(labelSecret, { input: { key, label: text } }, caller);
  if (isRefusal(labeled)) throw labeled.code === 'secret.gone' ? unknownSecret(key) : refused(labeled);
}
