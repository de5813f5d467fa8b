import type { RecentAnswer } from '@onceover/schema/rest/metadata';
import type { RecentSecretsQuery } from '../../operations/operations.generated.ts';
import { type MetadataView, presentMetadata } from './metadata.ts';

const THIRTY_DAYS = 30 * 86_400;

/** The caller's secrets of the last 30 days, whole and in two groups. Units: `now` in Unix seconds. Source: REST contract 5.4. */
export function presentRecent(
  { nodes, pageInfo }: RecentSecretsQuery['recentSecrets'],
  view: MetadataView,
): RecentAnswer {
  const newestFirst = nodes.map((metadata) => presentMetadata(metadata, view));
  // Within a second the graph's order decides.
  const records = newestFirst.toReversed().sort((one, other) => one.created - other.created);
  const received = newestFirst.filter(({ is_destroyed }) => is_destroyed);
  return {
    success: true,
    custid: view.custid,
    count: records.length,
    records,
    details: {
      since: view.now - THIRTY_DAYS,
      now: stampOf(view.now),
      has_items: records.length > 0,
      received: received.sort((one, other) => other.updated - one.updated),
      notreceived: records.filter(({ is_destroyed }) => !is_destroyed),
      has_more: pageInfo.hasNextPage,
    },
  };
}

/** `2030-03-17 17:46:40 +0000`. */
function stampOf(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000`;
}
