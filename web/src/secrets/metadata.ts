import type { PrivateAnswer } from '@onceover/schema/rest/metadata';
import { type ApiRequest, api } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { apiPaths } from '../site/paths.ts';

/** What the metadata page and the burn page show of the answer; the rest of it is for programs. Times are Unix seconds. */
export interface Metadata {
  readonly record: Pick<PrivateAnswer['record'], RecordField>;
  readonly details: Pick<PrivateAnswer['details'], DetailsField>;
}

type RecordField =
  | 'state'
  | 'secret_shortkey'
  | 'share_url'
  | 'metadata_url'
  | 'recipients'
  | 'created'
  | 'expiration'
  | 'received'
  | 'burned';
type DetailsField =
  | 'has_passphrase'
  | 'is_truncated'
  | 'is_locked'
  | 'is_owner'
  | 'is_by_owner_handle'
  | 'show_recipients'
  | 'delivery_confirmed'
  | 'confirmed'
  | 'generated_value_shown'
  | 'opened_by'
  | 'burned_by_operator'
  | 'refusals'
  | 'programs'
  | 'people_only'
  | 'deliveries';

/** An email with the share link; `at` is when it got its status. */
export type Delivery = Metadata['details']['deliveries'][number];

/**
 * Reads what became of a message; this changes nothing. Null: no such page, or past its lifetime.
 * `isBackground`: the page asks by itself.
 */
export async function fetchMetadata(
  metadataKey: string,
  how: Pick<ApiRequest, 'signal' | 'isBackground'> = {},
): Promise<Metadata | null> {
  try {
    return await api<Metadata>({ path: apiPaths.metadata(metadataKey), ...how });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
