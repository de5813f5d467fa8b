import { type Caller, isColonel } from '@onceover/graphql-kit/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { MetadataEntry } from '../metadata/metadata-entry.ts';
import { type MetadataView, metadataViewOf } from '../metadata/metadata-view.ts';
import { isOwnedBy, isSignedInFor } from '../secret/ownership.ts';
import { type PagePosition, readPage } from '../secret/page.ts';

/** The lists of owners: 30 days, the newest 1,000. */
export interface RecentSecrets {
  page(wanted: {
    readonly ownerRef: string;
    readonly status: 'received' | 'not-received' | null;
    readonly after: PagePosition | null;
    readonly limit: number;
  }): Promise<readonly { readonly ownerHandle: string; readonly entry: MetadataEntry }[]>;
  /** Over the whole 30 days; received ones include burned ones. */
  count(ownerRef: string): Promise<{ readonly received: number; readonly notReceived: number }>;
}

export interface RecentInput {
  readonly first: number;
  readonly after: PagePosition | null;
  readonly status: 'received' | 'not-received' | null;
}

/** One page, newest first; `end` is where the next one begins, null when there is none. */
export interface RecentPage {
  readonly nodes: readonly MetadataView[];
  readonly end: PagePosition | null;
  readonly counts: { readonly received: number; readonly notReceived: number };
}

/**
 * The caller's own secrets of the last 30 days, at most the newest 1,000. Keys are owner handles: none of them opens
 * anything without the owner's login, and none gives the share link.
 *
 * Refuses  NotAuthorizedError for visitors and tokens without the scope `recent`
 * Source   REST contract 5.4; security T33
 */
export function listRecentUseCase({ recents }: { readonly recents: RecentSecrets }) {
  return async ({ first, after, status }: RecentInput, caller: Caller): Promise<RecentPage> => {
    if (!isSignedInFor(caller, 'recent')) throw new NotAuthorizedError();
    const { accountRef } = caller;
    const [{ rows, end }, counts] = await Promise.all([
      readPage(first, (limit) => recents.page({ ownerRef: accountRef, status, after, limit }), positionOf),
      recents.count(accountRef),
    ]);
    return {
      nodes: rows.map(({ ownerHandle, entry }) =>
        metadataViewOf(entry, { key: ownerHandle, isOwner: true, isByOwnerHandle: true, secretKey: null }),
      ),
      end,
      counts,
    };
  };
}

/**
 * How many secrets of the last 30 days a customer has: for themselves, and for a colonel, whom it tells no key.
 *
 * Refuses  NotAuthorizedError for everybody else, and for tokens without the scope `recent`
 */
export function countRecentUseCase({ recents }: { readonly recents: RecentSecrets }) {
  return async (accountRef: string, caller: Caller): Promise<RecentPage['counts']> => {
    const isOwn = isOwnedBy(caller, accountRef) && isSignedInFor(caller, 'recent');
    if (!isOwn && !isColonel(caller)) throw new NotAuthorizedError();
    return await recents.count(accountRef);
  };
}

function positionOf({ entry, ownerHandle }: Awaited<ReturnType<RecentSecrets['page']>>[number]): PagePosition {
  return { at: entry.secret.binding.createdAt.getTime(), id: ownerHandle };
}
