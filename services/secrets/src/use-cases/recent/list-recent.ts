import { type Caller, isColonel } from '@onceover/graphql-kit/caller';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { MetadataEntry } from '../metadata/metadata-entry.ts';
import { type MetadataView, metadataViewOf } from '../metadata/metadata-view.ts';
import { isOwnedBy, isSignedInFor } from '../secret/ownership.ts';
import { mostPerPage, type PagePosition, readPage } from '../secret/page.ts';
import { matchesSearch } from './matches-search.ts';

/** A secret as it stands in its owner's list. */
export interface RecentEntry {
  readonly ownerHandle: string;
  readonly entry: MetadataEntry;
}

/** Which of an owner's secrets a list shows; null: all. */
export interface RecentFilter {
  readonly status: 'received' | 'not-received' | null;
  /** By the database's clock: a secret past its lifetime is expired. */
  readonly states: readonly ('new' | SecretEnding)[] | null;
}

/** The lists of owners: 30 days, the newest 1,000. */
export interface RecentSecrets {
  page(
    wanted: RecentFilter & {
      readonly ownerRef: string;
      readonly after: PagePosition | null;
      readonly limit: number;
    },
  ): Promise<readonly RecentEntry[]>;
  /** Over the whole 30 days; received ones include burned ones. */
  count(ownerRef: string): Promise<{ readonly received: number; readonly notReceived: number }>;
}

export interface RecentInput extends RecentFilter {
  readonly first: number;
  readonly after: PagePosition | null;
  /** What somebody looks for; null or blank: nothing. */
  readonly search: string | null;
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
 * Shape    `search` keeps those whose short keys or obscured recipients contain it
 * Refuses  NotAuthorizedError for visitors and tokens without the scope `recent`
 * Source   REST contract 5.4; security T33
 */
export function listRecentUseCase({ recents }: { readonly recents: RecentSecrets }) {
  return async (input: RecentInput, caller: Caller): Promise<RecentPage> => {
    if (!isSignedInFor(caller, 'recent')) throw new NotAuthorizedError();
    const { accountRef } = caller;
    const [{ rows, end }, counts] = await Promise.all([
      readPage(input.first, (limit) => readEntries(recents, accountRef, input, limit), positionOf),
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

/** A search reads what is left of the list, which is bounded, and looks through it here: what is sealed has no index. */
async function readEntries(
  recents: RecentSecrets,
  ownerRef: string,
  { status, states, after, search }: RecentInput,
  limit: number,
): Promise<readonly RecentEntry[]> {
  const wanted = { ownerRef, status, states, after };
  const sought = search?.trim() ?? '';
  if (sought === '') return await recents.page({ ...wanted, limit });
  const all = await recents.page({ ...wanted, limit: mostPerPage });
  return all.filter(({ entry }) => matchesSearch(entry, sought)).slice(0, limit);
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

function positionOf({ entry, ownerHandle }: RecentEntry): PagePosition {
  return { at: entry.secret.binding.createdAt.getTime(), id: ownerHandle };
}
