import type { PrivateAnswer } from '@onceover/schema/rest/metadata';
import { type ApiRequest, api } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { apiPaths } from '../site/paths.ts';

/** What the metadata page and the burn page are made of. Times are Unix seconds. */
export type Metadata = PrivateAnswer;

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
