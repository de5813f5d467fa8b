import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IncomingSecretsQuery } from '../gql/operations.generated.ts';
import { type Happenings, startAnnouncements } from './announcements.ts';
import { withDeskNews } from './desk-list.ts';
import { heldRows } from './use-held-rows.ts';

type DeskTicket = IncomingSecretsQuery['incomingSecrets']['nodes'][number];

const ticket = (id: string, ticketNumber: string, change: Partial<DeskTicket> = {}): DeskTicket => ({
  __typename: 'IncomingSecret',
  id,
  ticketNumber,
  secretShortkey: id,
  state: 'NEW',
  created: Number(id),
  openedBy: null,
  timeline: [{ __typename: 'IncomingMoment', kind: 'SUBMITTED', at: Number(id) }],
  ...change,
});
const queue = (...nodes: DeskTicket[]): IncomingSecretsQuery => ({
  incomingSecrets: {
    __typename: 'IncomingSecrets',
    nodes,
    pageInfo: { __typename: 'RecentPageInfo', hasNextPage: false },
  },
});
const opened = (before: DeskTicket): DeskTicket => ({
  ...before,
  state: 'RECEIVED',
  openedBy: 'DESK',
  timeline: [...before.timeline, { __typename: 'IncomingMoment', kind: 'OPENED', at: 9 }],
});

describe('the queue of the support desk', () => {
  const [one, two] = [ticket('1', 'AB1'), ticket('2', 'AB2')];

  test('shows what comes in first, and what became of it in its place', () => {
    const data = withDeskNews(queue(one), two, '');
    expect(data).toEqual(queue(two, one));
    expect(withDeskNews(data, opened(one), '')).toEqual(queue(two, opened(one)));
  });

  test('stays as it is when an item comes again, comes late, or concerns another ticket than was searched for', () => {
    const data = queue(opened(one));
    expect(withDeskNews(data, opened(one), '')).toBe(data);
    expect(withDeskNews(data, one, '')).toBe(data);
    expect(withDeskNews(data, two, 'AB1')).toBe(data);
    expect(withDeskNews(data, null, '')).toBe(data);
  });
});

test('a row of the same second as the end of a list that goes on may stand beyond it, and is not shown', () => {
  const { incomingSecrets } = queue(ticket('9', 'AB9'), ticket('5', 'AB5'));
  const going = {
    incomingSecrets: { ...incomingSecrets, pageInfo: { ...incomingSecrets.pageInfo, hasNextPage: true } },
  };
  expect(withDeskNews(going, ticket('6', 'AB6', { created: 5 }), '')).toBe(going);
  expect(withDeskNews(going, ticket('6', 'AB6'), '').incomingSecrets.nodes).toHaveLength(3);
});

describe('new rows', () => {
  const shown = new Set(['a', 'b']);

  test('wait above what was shown while somebody points there, and come at once when nobody does', () => {
    expect(heldRows([['new', 'a', 'newer', 'b']], shown, true)).toEqual(new Set(['new', 'newer']));
    expect(heldRows([['new', 'a', 'b']], shown, false)).toEqual(new Set());
  });

  test('come at once below everything that was shown, and where nothing was', () => {
    expect(heldRows([['a', 'b', 'further'], ['first']], shown, true)).toEqual(new Set());
  });

  test('are not those that only moved from another list', () => {
    expect(heldRows([['a'], ['new', 'b']], shown, true)).toEqual(new Set(['new']));
    expect(heldRows([['b', 'a'], []], shown, true)).toEqual(new Set());
  });
});

describe('announcements', () => {
  const said: Happenings[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    said.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  test('the first comes at once, and what follows within five seconds comes together', () => {
    const announcements = startAnnouncements((happenings) => said.push(happenings));
    announcements.note('opened');
    expect(said).toEqual([{ opened: 1 }]);
    announcements.note('opened');
    announcements.note('opened');
    announcements.note('burned');
    vi.advanceTimersByTime(4999);
    expect(said).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(said).toEqual([{ opened: 1 }, { opened: 2, burned: 1 }]);
    vi.advanceTimersByTime(5000);
    announcements.note('expired');
    expect(said).toHaveLength(3);
  });

  test('what has not been told when the session ends is never told', () => {
    const announcements = startAnnouncements((happenings) => said.push(happenings));
    announcements.note('opened');
    announcements.note('opened');
    announcements.stop();
    vi.advanceTimersByTime(60_000);
    expect(said).toHaveLength(1);
  });
});
