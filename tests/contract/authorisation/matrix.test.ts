import { type RouteRow, routeTable } from '@onceover/embedded/route-table';
import { startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { People } from '../../support/people.ts';
import { startSystem } from '../../support/start-system.ts';
import { graphFields } from './graph-fields.ts';
import { expectedGraph, graphRows } from './graph-rows.ts';
import { expectedLive, liveFields, liveOutcome, liveRows } from './live-rows.ts';
import { graphOutcome, restOutcome } from './outcome.ts';
import { type Belongings, expectedRest, restRows } from './rest-rows.ts';
import { type Cast, castOf, roles } from './roles.ts';

/** A plain path has the row of its `/api/v2` counterpart. */
const twinOf = ({ path, isPlain }: RouteRow) => (isPlain ? `/api/v2${path}` : path);
/** The rows of a path that two dialects share are told apart. */
const isSecond = ({ dialect, path }: RouteRow) => dialect === 'later' && path === '/api/v2/secret/conceal';
const nameOf = (route: RouteRow) => `${route.method} ${twinOf(route)}${isSecond(route) ? ' later' : ''}`;

const restCells = routeTable.flatMap((route) => roles.map((role) => ({ route, name: nameOf(route), role })));
const graphCells = graphFields().flatMap((name) => roles.map((role) => ({ name, role })));

const liveCells = liveFields().flatMap((name) => roles.map((role) => ({ name, role })));

const running = new AsyncDisposableStack();
let cast: Cast;
let things: Belongings;

beforeAll(async () => {
  const dns = running.use(await startDnsServer());
  const env = { ONCEOVER_INCOMING_RECIPIENT: 'support@example.com', ONCEOVER_DNS_SERVERS: dns.address };
  const system = running.use(await startSystem({ env }));
  cast = await castOf(new People(system), system.url);
  things = await belongings(cast);
}, 120_000);
afterAll(() => running.disposeAsync());

async function belongings({ customer, paid }: Cast): Promise<Belongings> {
  for (const secret of ['tea at 5?', 'tea at 6?']) await customer.browser.post('/api/v2/secret/conceal', { secret });
  const { json } = await customer.browser.get('/api/v2/private/recent');
  const [one, other] = json.records;
  const domains = {
    domain: 'once.acme-matrix.com',
    domainToRemove: 'twice.acme-matrix.com',
    otherDomainToRemove: 'thrice.acme-matrix.com',
  };
  for (const each of Object.values(domains)) {
    const added = await paid.browser.post('/api/v2/account/domains/add', { domain: each });
    expect(added.status, added.text).toBe(200);
  }
  const { data } = (await customer.browser.graph('{ viewer { id } }')).json;
  return { customerId: data.viewer.id, handleToLookAt: one.key, handleToBurn: other.key, ...domains };
}

test('every operation has a row and every row an operation, and the matrix is large', () => {
  expect([...new Set(routeTable.map(nameOf))].sort()).toEqual(Object.keys(restRows).sort());
  expect(graphFields().sort()).toEqual(Object.keys(graphRows).sort());
  expect(liveFields().sort()).toEqual(Object.keys(liveRows).sort());
  expect(restCells.length + graphCells.length).toBeGreaterThanOrEqual(600);
});

describe('REST', () => {
  test.each(restCells)('$name as $role', async ({ route, role }) => {
    const row = restRows[nameOf(route)];
    if (row === undefined) throw new Error('this operation has no row');
    const { key = '', fields = {} } = row;
    const path = route.path.replace(':key', things[key as keyof Belongings] ?? key);
    const actor = row.endsSession === true ? await cast.actors[role].fresh() : cast.actors[role];
    const answer = await actor.send(route.method, path, typeof fields === 'function' ? fields() : fields);
    expect(restOutcome(answer)).toBe(expectedRest(role, route, row));
  });
});

describe('graph', () => {
  test.each(graphCells)('$name as $role', async ({ name, role }) => {
    const row = graphRows[name];
    if (row === undefined) throw new Error('this operation has no row');
    const [root = ''] = name.split('.');
    const selection = typeof row.query === 'function' ? row.query(things) : row.query;
    const answer = await cast.actors[role].graph(`${root === 'Mutation' ? 'mutation' : 'query'} { ${selection} }`);
    expect(graphOutcome(answer)).toBe(expectedGraph(role, row));
  });
});

describe('live', () => {
  test.each(liveCells)('$name as $role', async ({ name, role }) => {
    const row = liveRows[name];
    if (row === undefined) throw new Error('this subscription has no row');
    const field = typeof row.query === 'function' ? row.query(things) : row.query;
    expect(liveOutcome(await cast.actors[role].live(`subscription { ${field} }`), row)).toBe(expectedLive(role, row));
  });
});
