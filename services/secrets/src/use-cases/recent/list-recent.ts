import { type Caller, isColonel } from '@onceover/schema/caller';
import { matchesSearch, type SearchedSecret } from '@onceover/schema/matches-search';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { LabelCipher, SealedLabel } from '../label/label-secret.ts';
import type { MetadataEntry } from '../metadata/metadata-entry.ts';
import { type MetadataView, metadataViewOf } from '../metadata/metadata-view.ts';
import { isOwnedBy, isSignedInFor } from '../secret/ownership.ts';
import { mostPerPage, type PagePosition, readPage } from '../secret/page.ts';

export interface StoredRecent {
  readonly ownerHandle: string;
  readonly entry: MetadataEntry;
  readonly label: SealedLabel | null;
}

/** The same with its label opened. */
export type RecentEntry = Omit<StoredRecent, 'label'> & { readonly label: string | null };

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
  ): Promise<readonly StoredRecent[]>;
  find(ownerRef: string, secretIds: readonly string[]): Promise<readonly StoredRecent[]>;
  /** Over the whole 30 days; received ones include burned ones. */
  count(ownerRef: string): Promise<{ readonly received: number; readonly notReceived: number }>;
}

export interface RecentPorts {
  readonly recents: RecentSecrets;
  readonly labelCipher: LabelCipher;
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
 * Shape    `search` keeps those whose label, short keys or obscured recipients contain it
 * Refuses  NotAuthorizedError for visitors and tokens without the scope `recent`
 * Source   REST contract 5.4; security T33
 */
export function listRecentUseCase(ports: RecentPorts) {
  return async (input: RecentInput, caller: Caller): Promise<RecentPage> => {
    if (!isSignedInFor(caller, 'recent')) throw new NotAuthorizedError();
    const { accountRef } = caller;
    const [{ rows, end }, counts] = await Promise.all([
      readPage(input.first, (limit) => readEntries(ports, accountRef, input, limit), positionOf),
      ports.recents.count(accountRef),
    ]);
    return { nodes: rows.map(viewOf), end, counts };
  };
}

/**
 * The caller's own secrets with these ids, as the list shows them, in the order of the ids; null for every other, and for
 * whoever may not see the list.
 */
export function showOwnSecretsUseCase(ports: RecentPorts) {
  return async (secretIds: readonly string[], caller: Caller): Promise<readonly (MetadataView | null)[]> => {
    if (!isSignedInFor(caller, 'recent')) return secretIds.map(() => null);
    const { accountRef } = caller;
    const found = await ports.recents.find(accountRef, secretIds);
    const views = new Map(
      found.map((stored) => [stored.entry.secret.secretId, viewOf(opened(ports, accountRef, stored))]),
    );
    return secretIds.map((secretId) => views.get(secretId) ?? null);
  };
}

function viewOf({ ownerHandle, entry, label }: RecentEntry): MetadataView {
  const looking = { key: ownerHandle, isOwner: true, isByOwnerHandle: true, secretKey: null };
  return { ...metadataViewOf(entry, looking), label };
}

function opened({ labelCipher }: RecentPorts, ownerRef: string, { label, ...row }: StoredRecent): RecentEntry {
  const { secretId } = row.entry.secret;
  return { ...row, label: label === null ? null : labelCipher.open({ ...label, ownerRef, secretId }) };
}

/** A search reads what is left of the list, which is bounded, and looks through it here: what is sealed has no index. */
async function readEntries(
  ports: RecentPorts,
  ownerRef: string,
  { status, states, after, search }: RecentInput,
  limit: number,
): Promise<readonly RecentEntry[]> {
  const wanted = { ownerRef, status, states, after };
  const sought = search?.trim() ?? '';
  const stored = await ports.recents.page({ ...wanted, limit: sought === '' ? limit : mostPerPage });
  const entries = stored.map((each) => opened(ports, ownerRef, each));
  return sought === '' ? entries : entries.filter((row) => matchesSearch(searchedOf(row), sought)).slice(0, limit);
}

function searchedOf({ label, entry }: RecentEntry): SearchedSecret {
  const { secret, metadataShortkey: shortkey, recipients } = entry;
  return { label, shortkey, secretShortkey: secret.shortkey, recipients };
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
