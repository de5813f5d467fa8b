import { type MetadataData, metadataFields } from './metadata.operation.ts';
import type { StoredOperation } from './stored-operation.ts';

export interface RecentData {
  /** Newest first; keys are owner handles. */
  readonly nodes: readonly MetadataData[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

export const recentSecrets: StoredOperation<{ first: number }, { recentSecrets: RecentData }> = {
  name: 'RecentSecrets',
  document: `query RecentSecrets($first: Int!) {
  recentSecrets(first: $first) { nodes {${metadataFields} } pageInfo { hasNextPage } }
}`,
};
