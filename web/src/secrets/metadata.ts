import { type ApiRequest, api } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { apiPaths } from '../site/paths.ts';

/** What the metadata page and the burn page read of `GET /api/v2/private/{key}`. Instants are Unix seconds. */
export interface Metadata {
  readonly record: {
    readonly secret_shortkey: string;
    readonly created: number;
    readonly expiration: number;
    readonly received: number | null;
    readonly burned: number | null;
    readonly recipients: string | null;
    readonly is_received: boolean;
    readonly is_burned: boolean;
    readonly is_expired: boolean;
    readonly share_url: string | null;
    readonly metadata_url: string;
  };
  readonly details: {
    readonly has_passphrase: boolean;
    readonly is_truncated: boolean;
    readonly is_owner: boolean;
    readonly is_locked: boolean;
    /** Opened from a list: no share link, and burning needs no passphrase. */
    readonly is_by_owner_handle: boolean;
    readonly show_recipients: boolean;
    readonly delivery_confirmed: boolean | null;
    /** One per mail with the share link. */
    readonly deliveries: readonly Delivery[];
  };
}

/** A mail with the share link; `at` is when it got its status. */
export interface Delivery {
  readonly status: 'queued' | 'sent' | 'failed' | 'suppressed';
  readonly at: number;
}

/**
 * Looks at a message's fate; looking changes nothing. Null: no such page, or past its lifetime. `isBackground`: the page
 * looks by itself.
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
