import type { LoaderFunctionArgs } from 'react-router';
import { fetchMetadata, type Metadata } from '../secrets/metadata.ts';

export interface LoadedMetadata {
  readonly metadataKey: string;
  /** Null: no such page. */
  readonly metadata: Metadata | null;
}

/** Fetches a message's fate before the page is entered. A failure is the route's error page. */
export async function loadMetadata({ params, request }: LoaderFunctionArgs): Promise<LoadedMetadata> {
  const metadataKey = params.metadataKey ?? '';
  return { metadataKey, metadata: await fetchMetadata(metadataKey, { signal: request.signal }) };
}
