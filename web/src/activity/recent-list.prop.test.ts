import { matchesSearch } from '@onceover/schema/matches-search';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DashboardQuery } from '../gql/operations.generated.ts';
import type { RecentSecret } from './recent-list.ts';
import { withRecentNews } from './recent-list.ts';

/** What happens to one secret: how its email ends and how it ends itself; in this order. */
const life = fc.record({
  email: fc.constantFrom('SENT', 'FAILED', 'BOUNCED', null),
  end: fc.constantFrom('RECEIVED', 'BURNED', 'EXPIRED', null),
  tries: fc.nat(2),
  programs: fc.nat(2),
  label: fc.constantFrom('Wi-Fi', 'door', null),
});

type Life = {
  readonly email: 'SENT' | 'FAILED' | 'BOUNCED' | null;
  readonly end: RecentSecret['state'] | null;
  readonly tries: number;
  readonly programs: number;
  readonly label: string | null;
};

/** The versions of a secret as the feed told them, oldest first. */
function versionsOf({ email, end, tries, programs, label }: Life, place: number): RecentSecret[] {
  const created: RecentSecret = {
    __typename: 'Metadata',
    key: `key-${place}`,
    shortkey: `meta${place}`,
    secretShortkey: `secret${place}`,
    state: 'NEW',
    created: 1000 + place,
    expiration: 9000,
    received: null,
    burned: null,
    burnedByOperator: false,
    expired: null,
    recipients: null,
    label,
    deliveries: [{ __typename: 'Delivery', status: 'QUEUED', at: 1000 }],
    refusedOpenings: [],
    programCount: 0,
  };
  const versions = [created];
  const add = (change: Partial<RecentSecret>) => versions.push({ ...(versions.at(-1) ?? created), ...change });
  if (email !== null) add({ deliveries: [{ __typename: 'Delivery', status: email, at: 1001 }] });
  for (let count = 1; count <= tries; count += 1) {
    add({ refusedOpenings: [{ __typename: 'RefusedOpening', reason: 'WRONG_PASSPHRASE', count }] });
  }
  for (let programCount = 1; programCount <= programs; programCount += 1) add({ programCount });
  if (end !== null) add({ state: end });
  return versions;
}

/** What the service would answer. */
function answerOf(secrets: readonly RecentSecret[], search = '', first = 100): DashboardQuery {
  const found = secrets
    .filter((secret) => matchesSearch(secret, search))
    .toSorted((one, other) => other.created - one.created);
  const list = (...states: RecentSecret['state'][]) => {
    const nodes = found.filter(({ state }) => states.includes(state));
    return {
      __typename: 'RecentSecrets' as const,
      nodes: nodes.slice(0, first),
      pageInfo: { __typename: 'RecentPageInfo' as const, hasNextPage: nodes.length > first },
    };
  };
  const received = secrets.filter(({ state }) => state === 'RECEIVED' || state === 'BURNED').length;
  return {
    viewer: {
      __typename: 'Customer',
      id: 'me',
      recentCounts: { __typename: 'RecentCounts', received, notReceived: secrets.length - received },
      waiting: list('NEW'),
      received: list('RECEIVED'),
      unopened: list('BURNED', 'EXPIRED'),
    },
    domains: { __typename: 'DomainList', totalCount: 0, suspended: [] },
  };
}

const lives = fc.array(life, { minLength: 1, maxLength: 8 });
const searches = fc.constantFrom('', 'WI-FI', 'secret1', 'meta2', 'nothing');
const last = (versions: readonly RecentSecret[]) => versions.at(-1) as RecentSecret;

test('whatever order items arrive in and however often, the lists end as the service would answer', () => {
  fc.assert(
    fc.property(lives, searches, fc.infiniteStream(fc.nat()), (all, search, chance) => {
      const histories = all.map(versionsOf);
      const told = histories.flatMap((versions) => [...versions, last(versions)]);
      const shuffled = told
        .map((secret) => [chance.next().value as number, secret] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, secret]) => secret);
      let data = answerOf([], search);
      for (const secret of shuffled) data = withRecentNews(data, { secret, counts: null }, search);
      const { viewer } = answerOf(histories.map(last), search);
      expect({ ...data.viewer, recentCounts: null }).toEqual({ ...viewer, recentCounts: null });
    }),
  );
});

test('an item that is applied twice changes nothing: the data is the same object', () => {
  fc.assert(
    fc.property(lives, searches, fc.nat(7), (all, search, place) => {
      const now = all.map((one, index) => last(versionsOf(one, index)));
      const news = { secret: now[place % now.length] ?? null, counts: { received: 3, notReceived: 4 } };
      const once = withRecentNews(answerOf(now.slice(1), search), news, search);
      expect(withRecentNews(once, news, search)).toBe(once);
    }),
  );
});

test('an older item never overwrites what an answer already shows', () => {
  fc.assert(
    fc.property(lives, searches, (all, search) => {
      const histories = all.map(versionsOf);
      const data = answerOf(histories.map(last), search);
      for (const secret of histories.flat()) expect(withRecentNews(data, { secret, counts: null }, search)).toBe(data);
    }),
  );
});

test('a list that goes on shows no row from beyond its end, whichever secret something is told of', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 1, max: 3 }), fc.nat(7), (all, first, place) => {
      const told = versionsOf(all[place % all.length] as Life, place % all.length);
      const created = all.map((one, index) => versionsOf(one, index)[0] as RecentSecret);
      let data = answerOf(created, '', first);
      for (const secret of told) data = withRecentNews(data, { secret, counts: null }, '');
      const after = answerOf(created.with(place % all.length, last(told))).viewer;
      for (const name of ['waiting', 'received', 'unopened'] as const) {
        const shown = data.viewer?.[name]?.nodes ?? [];
        expect(shown).toEqual(after?.[name]?.nodes.slice(0, shown.length));
      }
    }),
  );
});
