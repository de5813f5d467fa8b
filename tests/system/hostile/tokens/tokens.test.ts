import { exportPaths, type RouteRow, routeTable } from '@onceover/embedded/route-table';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concealAs, newestHandle } from '../../../support/customer-secrets.ts';
import { type Answer, ask, URLENCODED } from '../../../support/http.ts';
import { basic, type Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { volume } from '../support/volume.ts';

/** Every scope but the one that lets a token ask the graph, with its word in the graph. */
const scopes = {
  'secrets-write': 'SECRETS_WRITE',
  'secrets-read-meta': 'SECRETS_READ_META',
  recent: 'RECENT',
  account: 'ACCOUNT',
  domains: 'DOMAINS',
  'events-read': 'EVENTS_READ',
} as const;
type Scope = keyof typeof scopes;
const scopeNames = Object.keys(scopes) as Scope[];
const unknownKey = '0123456789abcdefghijklmnopqrstu';

interface Cast {
  readonly nina: Person;
  /** Of one scope each. */
  readonly rest: Readonly<Record<string, string>>;
  /** Of one scope each, and of that for the graph. */
  readonly graph: Readonly<Record<string, string>>;
  /** Of a secret that belongs to the owner of those. */
  readonly handle: string;
  /** With every scope. */
  readonly all: string;
  readonly revocable: { readonly id: string; readonly token: string };
}

let program: AttackedProgram<Cast>;
let database: pg.Client;

async function tokenOf({ email, browser }: Person, wanted: readonly string[]) {
  const input = `{ name: "of ${wanted.length}", scopes: [${wanted.join()}], expiresInDays: 1 }`;
  const query = `mutation { createApiToken(input: ${input}) { ... on CreatedApiToken { token apiToken { id } } } }`;
  const { token, apiToken } = (await browser.graph(query)).json.data.createApiToken;
  return { id: apiToken.id as string, token: basic(email, token) };
}

beforeAll(async () => {
  program = await startAttacked('tokens', {
    async prepare(people) {
      const [nina, other] = [await people.paidCustomer(), await people.paidCustomer()];
      const each = async (person: Person, more: readonly string[]) =>
        Object.fromEntries(
          await Promise.all(
            scopeNames.map(async (name) => [name, (await tokenOf(person, [scopes[name], ...more])).token]),
          ),
        );
      const rest = await each(nina, []);
      const graph = await each(other, ['GRAPHQL_ADHOC']);
      const every = [...Object.values(scopes), 'GRAPHQL_ADHOC'];
      await concealAs(other, 'mine');
      const handle = await newestHandle(other);
      return {
        nina,
        rest,
        graph,
        handle,
        all: (await tokenOf(nina, every)).token,
        revocable: await tokenOf(nina, every),
      };
    },
  });
  database = new pg.Client(program.database);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await program[Symbol.asyncDispose]();
});

let networks = 0;
/** As from a network where nobody was before: wrong tokens are counted by network. */
function network(): { 'x-forwarded-for': string } {
  networks += 1;
  return { 'x-forwarded-for': `10.${70 + (networks >> 8)}.${networks & 255}.1` };
}

function call({ method, path }: Pick<RouteRow, 'method' | 'path'>, authorization: string): Promise<Answer> {
  const headers = { authorization, accept: 'application/json', ...network() };
  const at = path.replace(':key', unknownKey);
  if (method === 'GET') return ask(program.url, at, { headers });
  return ask(program.url, at, { method, body: '', headers: { ...headers, 'content-type': URLENCODED } });
}

/** Whether it shares its path with one of another dialect that has a key there: then the body decides which of the two is meant. */
function isAmbiguous({ method, path, dialect }: RouteRow): boolean {
  const isMeant = (other: RouteRow) =>
    other.dialect !== dialect &&
    other.path !== path &&
    new RegExp(`^${other.path.replace(':key', '[^/]+')}$`).test(path.replace(':key', 'k'));
  return routeTable.some((other) => other.method === method && isMeant(other));
}

/** With the status of its dialect; all have the same code. */
const isRefused = ({ status, json }: Answer) => status >= 400 && json?.code === 'not_authorized';

test('a token of one scope gets in where that scope is asked for, and nowhere else', async () => {
  const rows = routeTable.filter((row) => row.credentials !== 'none' && row.scope !== undefined && !isAmbiguous(row));
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(new Set(scopeNames));
  await program.attack('doors of other scopes', async () => {
    let refused = 0;
    for (const row of rows) {
      for (const name of scopeNames) {
        const answer = await call(row, program.cast.rest[name] ?? '');
        const said = [row.method, row.path, name, isRefused(answer) ? 'refused' : 'in'];
        // It would make a token of every scope.
        const isMore = row.path === '/api/v2/account/apitoken';
        expect(said).toEqual([row.method, row.path, name, row.scope === name && !isMore ? 'in' : 'refused']);
        if (said[3] === 'refused') refused += 1;
      }
    }
    return refused;
  });
});

test('no token of whatever scopes gets in where a session is asked for', async () => {
  const rows = routeTable.filter(({ auth, credentials }) => auth === 'session' && credentials === 'all');
  const doors = [...rows, ...exportPaths.map((path) => ({ method: 'POST' as const, path }))];
  expect(doors.length).toBeGreaterThanOrEqual(5);
  for (const row of doors) expect([row.path, isRefused(await call(row, program.cast.all))]).toEqual([row.path, true]);
});

/** A field of the graph for each scope. */
const fields: Readonly<Record<Scope, (handle: string) => string>> = {
  'secrets-write': () => 'mutation { concealSecret(input: { secret: "a" }) { __typename } }',
  'secrets-read-meta': (handle) => `{ metadata(key: "${handle}") { state } }`,
  recent: () => '{ recentSecrets { nodes { state } } }',
  account: () => '{ viewer { apiTokens { name } } }',
  domains: () => '{ domains { nodes { id } } }',
  'events-read': () => '{ events { __typename } }',
};

async function saidByGraph(authorization: string, query: string): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization, ...network() };
  const { json } = await ask(program.url, '/graphql', { body: JSON.stringify({ query }), headers });
  const [error] = json.errors ?? [];
  if (error !== undefined) return error.extensions.code;
  return Object.values(json.data)[0] === null ? 'NOTHING' : 'in';
}

describe('in the graph', () => {
  test.each(scopeNames)('the field that needs %s', async (needed) => {
    for (const name of scopeNames) {
      const said = await saidByGraph(program.cast.graph[name] ?? '', fields[needed](program.cast.handle));
      // A handle is nothing to whoever may not read what it names.
      const refused = needed === 'secrets-read-meta' ? 'NOTHING' : 'NOT_AUTHORIZED';
      expect([name, said]).toEqual([name, name === needed ? 'in' : refused]);
    }
  });

  test('no token without the scope for it asks anything, and none makes one of more scopes than its own', async () => {
    for (const name of scopeNames) {
      expect(await saidByGraph(program.cast.rest[name] ?? '', '{ plans { id } }')).toBe('NOT_AUTHORIZED');
    }
    const make = (scope: string) =>
      `mutation { createApiToken(input: { name: "more", scopes: [${scope}], expiresInDays: 1 }) { __typename } }`;
    const narrow = program.cast.graph.account ?? '';
    for (const scope of ['SECRETS_WRITE', 'ACCOUNT, RECENT', 'EVENTS_READ']) {
      expect(await saidByGraph(narrow, make(scope))).toBe('NOT_AUTHORIZED');
    }
    expect(await saidByGraph(narrow, 'mutation { replaceApiToken { __typename } }')).toBe('NOT_AUTHORIZED');
    expect(isRefused(await call({ method: 'POST', path: '/api/v2/account/apitoken' }, narrow))).toBe(true);
  });
});

test('a token that is not written exactly so is none', async () => {
  const text = Buffer.from(program.cast.all.slice('Basic '.length), 'base64').toString();
  const at = text.indexOf(':');
  const [email, token] = [text.slice(0, at), text.slice(at + 1)];
  const spellings = [
    token.toUpperCase(),
    token.toLowerCase(),
    token.replace('onceover_', 'Onceover_'),
    token.replace('onceover_', ''),
    ` ${token}`,
    `${token} `,
    `${token}\u00a0`,
    `${token}\u200b`,
    `:${token}`,
    `${token}:`,
    token.slice(0, -1),
    `${token}x`,
    token.normalize('NFKD').replace('a', 'ａ').replace('e', 'ｅ').replace('o', 'ｏ'),
    `${token},${token}`,
    '%',
    '*',
  ].filter((spelling) => spelling !== token);
  await program.attack('other spellings', async () => {
    const times = volume(160);
    for (let number = 0; number < times; number += 1) {
      const spelling = spellings[number % spellings.length] ?? '';
      const answer = await call({ method: 'GET', path: '/api/v2/authcheck' }, basic(email, spelling));
      expect([spelling, answer.status]).toEqual([spelling, 403]);
    }
    return times;
  });
  for (const header of [`Bearer ${token}`, `Token ${token}`, `Basic ${token}`, token, `Basic ${btoa(token)}`]) {
    expect((await call({ method: 'GET', path: '/api/v2/authcheck' }, header)).status).toBe(403);
  }
});

test('a token elsewhere than in its header opens nothing, and is in no line of the log', async () => {
  const [email = '', token = ''] = Buffer.from(program.cast.all.slice('Basic '.length), 'base64').toString().split(':');
  const queries = [
    `token=${token}`,
    `apitoken=${token}&custid=${email}`,
    `authorization=${encodeURIComponent(program.cast.all)}`,
  ];
  const headers: Record<string, string>[] = [
    { 'x-auth-token': token },
    { 'x-api-key': token },
    { 'proxy-authorization': program.cast.all },
    { 'x-authorization': program.cast.all },
    { cookie: `token=${token}; authorization=${token}` },
    { cookie: `sess=${token}` },
  ];
  const attempts = [
    ...queries.map((query) => [`/api/v2/private/recent?${query}`, {}] as const),
    ...headers.map((each) => ['/api/v2/private/recent', each] as const),
  ];
  for (const [path, more] of attempts) {
    const { status, text } = await ask(program.url, path, { headers: { ...network(), ...more } });
    expect([path, more, status]).toEqual([path, more, 403]);
    expect(text).not.toContain(token);
  }
  const { hostname, port } = new URL(program.url);
  await fetch(`http://${hostname}:${port}/nothing/${token}`, { headers: { referer: `http://x/?${token}` } });
  await expect.poll(() => program.output.includes('/api/v2/private/recent')).toBe(true);
  expect(program.output).not.toContain(token);
});

test('a token that is revoked in the middle of its work is refused from the next request on', async () => {
  const { nina, revocable } = program.cast;
  const work = () => call({ method: 'GET', path: '/api/v2/authcheck' }, revocable.token);
  await program.attack('a revoked token', async () => {
    const statuses: number[] = [];
    let isOver = false;
    const working = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.push((await work()).status);
    });
    const browser = nina.browser.copy(program.url);
    await browser.graph(`mutation { revokeApiToken(input: { id: "${revocable.id}" }) { __typename } }`);
    const after = statuses.length;
    for (let number = 0; number < volume(100); number += 1) expect((await work()).status).toBe(403);
    isOver = true;
    await Promise.all(working);
    // Those that were on their way when it was revoked may have passed.
    expect(statuses.slice(after).filter((status) => status !== 403).length).toBeLessThanOrEqual(working.length);
    return volume(100);
  });
});

test('a token whose time is over is none, whatever it was good for a moment before', async () => {
  const recent = () => call({ method: 'GET', path: '/api/v2/private/recent' }, program.cast.rest.recent ?? '');
  expect((await recent()).status).toBe(200);
  await database.query(
    "update accounts.api_token set expires = clock_timestamp() - interval '1 second' where expires is not null",
  );
  expect((await recent()).status).toBe(403);
  for (const token of Object.values(program.cast.graph)) {
    expect(await saidByGraph(token, '{ plans { id } }')).toBe('NOT_AUTHORIZED');
  }
  expect(program.faults).toEqual([]);
});
