import type { AuditFilter, AuditTrailQuery } from '../../gql/operations.generated.ts';

export type TrailEntry = AuditTrailQuery['auditTrail']['entries'][number];

/** What the page shows, as its address says it: whoever opens the address sees the same. */
export interface AuditAddress {
  readonly range: RangeName;
  /** Unix seconds, with the range `custom`. */
  readonly from: number | null;
  readonly to: number | null;
  readonly actor: string;
  readonly actions: readonly string[];
  readonly target: string;
  readonly outcome: '' | 'DONE' | 'FAILED';
  readonly network: string;
  readonly request: string;
  readonly view: ViewName;
}

const lengths = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000, '365d': 31_536_000 } as const;
export const rangeNames = ['1h', '24h', '7d', '30d', '365d', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];
export const viewNames = ['list', 'request', 'target'] as const;
export type ViewName = (typeof viewNames)[number];

export function addressFrom(search: string | [string, string][]): AuditAddress {
  const said = new URLSearchParams(search);
  const word = (name: string) => (said.get(name) ?? '').trim();
  const second = (name: string) => (/^\d{1,11}$/.test(word(name)) ? Number(word(name)) : null);
  const outcome = word('outcome');
  return {
    range: rangeNames.find((name) => name === word('range')) ?? '24h',
    from: second('from'),
    to: second('to'),
    actor: word('actor'),
    actions: said.getAll('action').filter((action) => action !== ''),
    target: word('target'),
    outcome: outcome === 'DONE' || outcome === 'FAILED' ? outcome : '',
    network: word('network'),
    request: word('request'),
    view: viewNames.find((name) => name === word('view')) ?? 'list',
  };
}

/** Leaves out what is as usual; the empty text for all of that. */
export function searchOf(address: AuditAddress): string {
  const { range, from, to, actions, view, ...words } = address;
  const said = new URLSearchParams();
  if (range !== '24h') said.set('range', range);
  if (range === 'custom') {
    if (from !== null) said.set('from', String(from));
    if (to !== null) said.set('to', String(to));
  }
  for (const [name, value] of Object.entries(words)) if (value !== '') said.set(name, value);
  for (const action of actions) said.append('action', action);
  if (view !== 'list') said.set('view', view);
  return said.toString() === '' ? '' : `?${said}`;
}

/** Up to a second of now where nothing else is said. */
export function timesOf({ range, from, to }: AuditAddress, now: number) {
  if (range !== 'custom') return { from: now - lengths[range], to: now + 1 };
  return { from: from ?? 0, to: to ?? now + 1 };
}

export function isOpenEnded({ range, to }: AuditAddress): boolean {
  return range !== 'custom' || to === null;
}

/** The conditions as the graph has them; without `to` where new entries may come. */
export function filterOf(address: AuditAddress, now: number): AuditFilter {
  const { actor, actions, target, outcome, network, request } = address;
  const { from, to } = timesOf(address, now);
  return {
    from,
    ...(isOpenEnded(address) ? {} : { to }),
    ...(actor !== '' && { actor }),
    ...(actions.length > 0 && { actionPrefixes: [...actions] }),
    ...(target !== '' && { target }),
    ...(outcome !== '' && { outcome }),
    ...(network !== '' && { networkTag: network }),
    ...(request !== '' && { requestId: request }),
  };
}

export function exportFilterOf(address: AuditAddress, now: number): string {
  const { outcome, ...rest } = filterOf(address, now);
  return JSON.stringify(outcome ? { ...rest, outcome: outcome.toLowerCase() } : rest);
}

/** Actions as a tree, by what stands before their dot. */
export function groupsOf(actions: readonly string[]) {
  const groups = Map.groupBy(actions, (action) => action.slice(0, action.indexOf('.')));
  return [...groups].map(([prefix, found]) => ({ prefix, actions: found }));
}
