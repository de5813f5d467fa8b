import { api } from './api.ts';
import { ApiError } from './api-error.ts';
import { apiPaths } from './paths.ts';

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
    readonly show_recipients: boolean;
    readonly delivery_confirmed: boolean | null;
  };
}

/** Looks at a message's fate; looking changes nothing. Null: no such page, or past its lifetime. */
export async function fetchMetadata(metadataKey: string, signal?: AbortSignal): Promise<Metadata | null> {
  const path = apiPaths.metadata(metadataKey);
  try {
    return await api<Metadata>(signal === undefined ? { path } : { path, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
