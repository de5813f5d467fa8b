import { matchesSearch } from '@onceover/schema/matches-search';
import type { DashboardQuery } from '../gql/operations.generated.ts';
import { type RowRules, withoutRow, withRow } from './ordered-list.ts';

type Customer = NonNullable<DashboardQuery['viewer']>;

/** The lists of recent secrets: waiting to be opened, received, and ended without being opened. */
export const recentListNames = ['waiting', 'received', 'unopened'] as const;

export type RecentListName = (typeof recentListNames)[number];

export type RecentSecret = NonNullable<Customer[RecentListName]>['nodes'][number];

/** What an item of the activity says of the lists of secrets. */
export interface RecentNews {
  /** As it stands now; null: no secret is concerned, or it is listed no more. */
  readonly secret: RecentSecret | null;
  /** As they are now; null: not known. */
  readonly counts: Counts | null;
}

type Counts = Pick<NonNullable<Customer['recentCounts']>, 'received' | 'notReceived'>;
type Delivery = RecentSecret['deliveries'][number];

const listOf: Readonly<Record<RecentSecret['state'], RecentListName>> = {
  NEW: 'waiting',
  RECEIVED: 'received',
  BURNED: 'unopened',
  EXPIRED: 'unopened',
};

const rules: RowRules<RecentSecret> = {
  placeOf: ({ key, created }) => ({ id: key, created }),
  newer: newerSecret,
};

/**
 * The lists as they stand after an item of the activity: the row moves to the list of its state, or stands in its place with
 * what became of it; counts change. An item that came late changes nothing that is newer, and one that comes again changes
 * nothing at all: then the data is the same object. A row that `search` does not find is not added.
 */
export function withRecentNews(data: DashboardQuery, news: RecentNews, search: string): DashboardQuery {
  const { viewer } = data;
  if (viewer === null) return data;
  const moved = news.secret === null ? viewer : withSecret(viewer, news.secret, search);
  const counted = news.counts === null ? moved : withCounts(moved, news.counts);
  return counted === viewer ? data : { ...data, viewer: counted };
}

function withSecret(viewer: Customer, told: RecentSecret, search: string): Customer {
  const from = listWith(viewer, told.key);
  if (from === undefined && !matchesSearch(told, search)) return viewer;
  const known = from === undefined ? undefined : viewer[from]?.nodes.find(({ key }) => key === told.key);
  const secret = known === undefined ? told : newerSecret(known, told);
  if (secret === known) return viewer;
  const to = listOf[secret.state];
  const changed: Partial<Record<RecentListName, Customer[RecentListName]>> = {};
  const [left, entered] = [from === undefined || from === to ? null : viewer[from], viewer[to]];
  if (from !== undefined && left) changed[from] = withoutRow(left, secret.key, rules);
  if (entered) changed[to] = withRow(entered, secret, rules);
  return changed[to] === entered && changed[from ?? to] === undefined ? viewer : { ...viewer, ...changed };
}

/** Which of the lists, as far as they are loaded, has the secret of that metadata key; undefined: none. */
export function listWith(viewer: Customer | null, metadataKey: string): RecentListName | undefined {
  return recentListNames.find((name) => viewer?.[name]?.nodes.some(({ key }) => key === metadataKey));
}

function withCounts(viewer: Customer, { received, notReceived }: Counts): Customer {
  const known = viewer.recentCounts;
  if (known === null || (known.received === received && known.notReceived === notReceived)) return viewer;
  return { ...viewer, recentCounts: { ...known, received, notReceived } };
}

/** A secret ends once, an email is waiting once, tries in vain and programs only grow: whichever has got further is the newer. */
function newerSecret(known: RecentSecret, told: RecentSecret): RecentSecret {
  const further = known.state === 'NEW' || told.state !== 'NEW' ? told : known;
  const merged = {
    ...further,
    deliveries: newerDeliveries(known.deliveries, told.deliveries),
    refusedOpenings: triesIn(known) > triesIn(told) ? known.refusedOpenings : told.refusedOpenings,
    programCount: Math.max(known.programCount, told.programCount),
  };
  return JSON.stringify(merged) === JSON.stringify(known) ? known : merged;
}

/** How often somebody tried in vain to open it. */
export function triesIn({ refusedOpenings }: Pick<RecentSecret, 'refusedOpenings'>): number {
  return refusedOpenings.reduce((sum, { count }) => sum + count, 0);
}

function newerDeliveries(known: readonly Delivery[], told: readonly Delivery[]): readonly Delivery[] {
  if (told.length < known.length) return known;
  return told.map((delivery, place) => {
    const before = known[place];
    return before !== undefined && before.status !== 'QUEUED' && delivery.status === 'QUEUED' ? before : delivery;
  });
}
