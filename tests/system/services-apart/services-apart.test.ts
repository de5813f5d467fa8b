import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { webOperations } from '@onceover/schema/operations';
import type { TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { startTraceCollector, type TraceCollector } from '@onceover/testing/trace-collector';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import type { Browser } from '../../support/browser.ts';
import { concealAs } from '../../support/customer-secrets.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import type { Answer } from '../../support/http.ts';
import { type LiveMessage, LiveSocket } from '../../support/live-socket.ts';
import { waitForMail } from '../../support/mail-files.ts';
import { People, type Person } from '../../support/people.ts';
import { METRICS_PORT, type SplitProcess, type SplitSystem, spawnSplit } from '../../support/spawn-split.ts';

const textOf = (name: string) => webOperations.find((each) => each.name === name)?.document ?? expect.fail();
const dashboard = textOf('Dashboard');
const ownTrail = textOf('OwnTrail');
const lists = { waiting: 5, received: 5, unopened: 5 };
/** What each process has surely done by then. */
const counted: Readonly<Record<string, string>> = {
  gateway: 'onceover_http_request_duration_seconds',
  accounts: 'onceover_commit_duration_seconds',
  secrets: 'onceover_commit_duration_seconds',
  notifications: 'onceover_job_duration_seconds',
  audit: 'onceover_consumer_batch_duration_seconds',
};
/** Whoever adds a label sees to it that its values are few, and none of them somebody's. */
const closedLabels: ReadonlySet<string | undefined> = new Set([
  ...['consumer', 'source', 'shard', 'ending', 'log', 'service', 'purpose', 'state', 'task', 'chore'],
  ...['method', 'route', 'status', 'operation', 'outcome', 'limit'],
  // Of Node and of Prometheus itself.
  ...['le', 'quantile', 'version', 'major', 'minor', 'patch', 'kind', 'type', 'space'],
]);
const SOON = { withinMs: 30_000, everyMs: 200 };

let database: TestDatabase;
let split: SplitSystem;
let collector: TraceCollector;
let visitor: ApiClient;
let nina: Person;

beforeAll(async () => {
  database = await freshDatabase();
  collector = await startTraceCollector();
  const env = { [METRICS_PORT]: '0', ONCEOVER_TRACES_URL: collector.url, ONCEOVER_TRACES_SHARE: '1' };
  split = await spawnSplit({ database: database.address, counts: { gateway: 2 }, env });
  const [url = ''] = split.urls;
  visitor = new ApiClient(url);
  // Nobody can wait for processes from outside: whatever happens later is waited for where it shows.
  const later = async () => undefined;
  const people = new People({ url, mailDir: split.mailDir, drain: later, runAccounts: later });
  nina = await people.paidCustomer();
});
afterAll(async () => {
  visitor?.[Symbol.dispose]();
  await split?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
});

describe('when every service is a process of its own', () => {
  test('a secret is concealed, looked at, revealed once and then gone; another one is burned', async () => {
    const links = await visitor.conceal('plums in the icebox');
    expect((await visitor.look(links.secretKey)).status).toBe(200);
    const revealed = await visitor.reveal(links.secretKey);
    expect(revealed.body.record.secret_value).toBe('plums in the icebox');
    expect((await visitor.reveal(links.secretKey)).status).toBe(404);
    const other = await visitor.conceal('so sweet');
    expect((await visitor.burn(other.metadataKey)).status).toBe(200);
    expect((await visitor.look(other.secretKey)).status).toBe(404);
  });

  test('each process shows how it is and what it counts, under labels that hold nothing that was sent', async () => {
    const links = await visitor.conceal('forgive me');
    await visitor.reveal(links.secretKey);
    await nina.browser.graph(dashboard, lists);
    for (const url of split.urls) await fetch(`${url}/about`);
    for (const { name, settings } of split.all) {
      const port = settings[METRICS_PORT];
      const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      expect([name, (await at('/health/ready')).status]).toEqual([name, 200]);
      const text = await (await at('/metrics')).text();
      const labels = [...text.matchAll(/(?<=[{,])(?<label>\w+)="(?<value>[^"]*)"/g)].map((found) => found.groups);
      expect(new Set(labels.map((found) => found?.label)).difference(closedLabels)).toEqual(new Set());
      const values = new Map(Map.groupBy(labels, (found) => found?.label ?? '').entries());
      for (const [label, found] of values) {
        const different = new Set(found.map((each) => each?.value));
        expect(different.size, `${name}: values of ${label}`).toBeLessThan(label === 'operation' ? 150 : 80);
      }
      for (const sent of [links.secretKey, links.metadataKey, links.secretShortKey, nina.email, 'forgive']) {
        expect(text).not.toContain(sent);
      }
      expect(text).toContain(`${counted[name]}_count{`);
    }
  });

  test('somebody who signed up through an email has a dashboard, and a trail of what happened', async () => {
    const concealed = await nina.browser.post('/api/v2/secret/conceal', { secret: 'and so cold' });
    expect(concealed.status).toBe(200);
    const seen = await nina.browser.graph(dashboard, lists);
    expect(seen.json.errors).toBeUndefined();
    expect(seen.json.data.viewer.waiting.nodes).toHaveLength(1);
    expect(seen.json.data.domains.totalCount).toBe(0);
    await eventually(async () => {
      const trail = await nina.browser.graph(ownTrail);
      const actions = trail.json.data.viewer.auditTrail.entries.map((entry: { action: string }) => entry.action);
      expect(actions).toEqual(expect.arrayContaining(['secret.created', 'account.verified']));
    }, SOON);
  });

  test('an emailed secret is one trace through all of them, from the request over the topic to the mail server', async () => {
    await concealAs(nina, 'they were delicious', { 'recipient[]': 'tom@example.com' });
    const conceal = 'operation ConcealSecret < POST /api/v2/secret/conceal';
    const commit = `commit secrets < answer operation < ask secrets operation < ${conceal}`;
    await eventually(() => {
      const { spans } = collector;
      const found = spans.map((span) => `${span.service}: ${collector.ancestry(span)}`);
      const expected = [
        `onceover-gateway: ask accounts accounts.resolveSession < POST /api/v2/secret/conceal`,
        `onceover-secrets: ${commit}`,
        `onceover-secrets: publish onceover.secrets.events.v1 < ${commit}`,
        `onceover-audit: consume audit.trail@1 < ${commit}`,
        `onceover-notifications: send email < job send-mail < ${commit}`,
      ];
      expect(expected.filter((chain) => !found.includes(chain))).toEqual([]);
    }, SOON);
  });
});

function processOf(name: SplitProcess['name']): SplitProcess {
  return [...split.all, split.keyStore].find((each) => each.name === name) ?? expect.fail();
}

/** Kills a process, lets `meanwhile` look, and starts it again. */
async function without(name: SplitProcess['name'], meanwhile: () => Promise<void>): Promise<void> {
  const process = processOf(name);
  expect(await process.end('SIGKILL')).toBe('SIGKILL');
  try {
    await meanwhile();
  } finally {
    await process.restart();
  }
}

const codesOf = ({ json }: Answer) => [
  ...new Set((json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code)),
];

async function works(browser: Browser = nina.browser): Promise<void> {
  await eventually(async () => {
    const { json } = await browser.graph(dashboard, lists);
    expect(json.errors).toBeUndefined();
    expect((await browser.graph(ownTrail)).json.errors).toBeUndefined();
  }, SOON);
}

describe('while one service is down', () => {
  test('secrets: nothing is created or opened and nothing is lost, accounts go on', async () => {
    const links = await visitor.conceal('kept over the outage');
    await without('secrets', async () => {
      expect(await visitor.conceal('x').catch((error: Error) => error.message)).toMatch(/503.*unavailable/);
      for (const answer of [await visitor.look(links.secretKey), await visitor.reveal(links.secretKey)]) {
        expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
        expect(answer.headers['retry-after']).toBeDefined();
      }
      const seen = await nina.browser.graph(dashboard, lists);
      expect(codesOf(seen)).toEqual(['UNAVAILABLE']);
      expect(seen.json.data?.domains).toMatchObject({ totalCount: 0 });
      expect((await nina.browser.graph(ownTrail)).json.errors).toBeUndefined();
    });
    await works();
    expect((await visitor.reveal(links.secretKey)).body.record.secret_value).toBe('kept over the outage');
  });

  test('accounts: whoever is signed in gets 503 and stays signed in, visitors go on', async () => {
    await without('accounts', async () => {
      const answer = await nina.browser.post('/api/v2/secret/conceal', { secret: 'x' });
      expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
      const links = await visitor.conceal('by a visitor');
      expect((await visitor.reveal(links.secretKey)).status).toBe(200);
    });
    await works();
  });

  test('notifications: emails wait until it is back, and only what it knows is unavailable', async () => {
    const send = async () => {
      const recipient = `waits-${crypto.randomUUID().slice(0, 8)}@example.com`;
      const { status } = await nina.browser.post('/api/v2/secret/conceal', { secret: 'by email', recipient });
      return { recipient, status };
    };
    // From now on secrets has the key that emails are sealed to.
    expect((await send()).status).toBe(200);
    let waiting = '';
    await without('notifications', async () => {
      const { recipient, status } = await send();
      expect(status).toBe(200);
      waiting = recipient;
      const seen = await nina.browser.graph(dashboard, lists);
      expect(codesOf(seen)).toEqual(['UNAVAILABLE']);
      for (const { path } of seen.json.errors) expect(path.at(-1)).toBe('deliveries');
      // What became of an email is a part of its row, so a list without it is an error and not a shorter list.
      expect(seen.json.data.viewer).toMatchObject({ recentCounts: expect.anything(), waiting: null });
      expect((await nina.browser.graph(ownTrail)).json.errors).toBeUndefined();
    });
    expect((await waitForMail(split.mailDir, waiting)).to).toBe(waiting);
    await works();
  });

  test('audit: the trail is unavailable, everything else goes on, and the trail lacks nothing afterwards', async () => {
    await without('audit', async () => {
      expect(codesOf(await nina.browser.graph(ownTrail))).toEqual(['UNAVAILABLE']);
      expect((await nina.browser.graph(dashboard, lists)).json.errors).toBeUndefined();
      const burned = await nina.browser.post('/api/v2/secret/conceal', { secret: 'while nobody wrote it down' });
      const { key } = burned.json.record.metadata;
      expect((await nina.browser.post(`/api/v2/private/${key}/burn`, { continue: 'true' })).status).toBe(200);
    });
    await eventually(async () => {
      const { json } = await nina.browser.graph(ownTrail);
      const actions = json.data.viewer.auditTrail.entries.map((entry: { action: string }) => entry.action);
      expect(actions).toContain('secret.burned');
    }, SOON);
  });
});

describe('keys', () => {
  const conceals = async () => void (await visitor.conceal('x'));

  test('while the key store is down secrets is sealed, nothing is consumed, and everything else goes on', async () => {
    const links = await visitor.conceal('kept under a key that is away');
    await without('key-store', async () => {
      await eventually(() => expect(conceals()).rejects.toThrow(/503.*unavailable/), SOON);
      const answer = await visitor.reveal(links.secretKey);
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(answer.headers['retry-after']).toBeDefined();
      expect((await nina.browser.graph(ownTrail)).json.errors).toBeUndefined();
    });
    await eventually(conceals, SOON);
    expect((await visitor.reveal(links.secretKey)).body.record.secret_value).toBe('kept under a key that is away');
    expect((await visitor.reveal(links.secretKey)).status).toBe(404);
  });

  /** Stops processes, hides a directory of keys, starts the first ones, which come up, and the last one, which does not. */
  async function withoutKeys(directory: string, names: readonly SplitProcess['name'][]): Promise<string> {
    const at = path.join(split.keysDir, directory);
    const [last, ...first] = names.map(processOf).toReversed();
    if (last === undefined) expect.fail();
    const stopped = [last, ...first];
    for (const process of stopped) await process.end('SIGTERM');
    renameSync(at, `${at}-before`);
    for (const process of first) await process.restart();
    const said = await last.restart().then(
      () => 'it has started',
      (error: Error) => error.message,
    );
    for (const process of first) await process.end('SIGTERM');
    rmSync(at, { recursive: true, force: true });
    renameSync(`${at}-before`, at);
    for (const process of stopped.toReversed()) await process.restart();
    return said;
  }

  test('a key store other than before is refused with a sentence, and the one before is taken again', async () => {
    const links = await visitor.conceal('kept in the store before');
    expect(await withoutKeys('key-store', ['key-store', 'secrets'])).toMatch(
      /secrets has ended with 1:.*Onceover could not start\.\nThe keys of this database are not in the key store/s,
    );
    await eventually(conceals, SOON);
    expect((await visitor.reveal(links.secretKey)).body.record.secret_value).toBe('kept in the store before');
  });

  test.each(['accounts', 'notifications', 'audit'] as const)(
    '%s without its keys directory makes no new keys beside its database, and does not start',
    async (name) => {
      const said = await withoutKeys(name, [name]);
      expect(said).toMatch(/has ended with 1:.*The keys of this database are not in the keys directory/s);
      await works();
    },
  );
});

describe('a page at one gateway', () => {
  const WATCH = 'subscription ($key: String!) { metadataChanged(key: $key) { state } }';
  const FOLLOW = 'subscription ($after: ID) { secretActivity(after: $after) { seq kind secret { state } } }';
  /** Without a ring it would ask after fifteen seconds. */
  const AT_ONCE_MS = 2_000;
  const here = () => split.urls[0] ?? expect.fail();
  const there = () => split.urls[1] ?? expect.fail();

  /** Of the site, which is the address of the first gateway; a browser would reach both under one name. */
  async function dashboardOf({ browser }: Person, gateway: string, after: string | null): Promise<LiveSocket> {
    await browser.graph('{ plans { id } }'); // the form token comes with the first answer
    const headers = { origin: here(), host: new URL(here()).host, cookie: browser.cookie ?? '' };
    const live = await LiveSocket.connect(gateway, headers, { shrimp: browser.shrimp });
    live.subscribe('1', FOLLOW, { after });
    return live;
  }

  const headOf = async ({ browser }: Person): Promise<string> =>
    (await browser.graph('{ activity { head } }')).json.data.activity.head;
  const told = (kind: string) => (message: LiveMessage) => message.payload?.data?.secretActivity?.kind === kind;
  const stateIs = (state: string) => (message: LiveMessage) => message.payload?.data?.metadataChanged?.state === state;
  const revealThere = async (secretKey: string) => {
    using elsewhere = new ApiClient(there());
    expect((await elsewhere.reveal(secretKey)).status).toBe(200);
  };

  test('sees at once that a secret was opened at the other one', async () => {
    const { secretKey, metadataKey } = await visitor.conceal('opened elsewhere');
    using live = await LiveSocket.connect(here());
    live.subscribe('1', WATCH, { key: metadataKey });
    await live.until(stateIs('NEW'));
    await revealThere(secretKey);
    await live.until(stateIs('RECEIVED'), AT_ONCE_MS);
  });

  test('has its dashboard flip when a secret was opened at the other one', async () => {
    using live = await dashboardOf(nina, here(), await headOf(nina));
    const { secretKey } = await concealAs(nina, 'flips the dashboard');
    await live.until(told('CREATED'));
    await revealThere(secretKey);
    const { payload } = await live.until(told('OPENED'), AT_ONCE_MS);
    expect(payload.data.secretActivity.secret.state).toBe('RECEIVED');
  });

  test('goes on at the other one when its own dies, misses nothing meanwhile, and sees at once what happens then', async () => {
    using live = await dashboardOf(nina, here(), await headOf(nina));
    const [missed, next] = [await concealAs(nina, 'missed'), await concealAs(nina, 'seen again')];
    const created = () => live.messages.filter(told('CREATED'));
    await live.until(() => created().length === 2);
    const { seq } = created().at(-1)?.payload.data.secretActivity ?? expect.fail();
    const [gateway] = split.of('gateway');
    await gateway?.end('SIGKILL');
    try {
      expect(await live.closed).toBe(1006);
      await revealThere(missed.secretKey);
      const thither = { ...nina, browser: nina.browser.copy(there()) };
      using again = await dashboardOf(thither, there(), seq);
      await again.until(told('OPENED'));
      await revealThere(next.secretKey);
      await again.until(() => again.messages.filter(told('OPENED')).length === 2, AT_ONCE_MS);
      const kinds = again.messages.flatMap(({ payload }) => payload?.data?.secretActivity?.kind ?? []);
      expect(kinds).toEqual(['OPENED', 'OPENED']);
    } finally {
      await gateway?.restart();
    }
  });
});

describe('a process that is stopped', () => {
  test('finishes what is in hand, in order, with exit code 0, and is known when it is back', async () => {
    for (const name of ['audit', 'notifications', 'secrets', 'accounts', 'gateway'] as const) {
      const [process] = split.of(name);
      expect([name, await process?.end('SIGTERM')]).toEqual([name, 0]);
      await process?.restart();
    }
    await works();
  });
});
