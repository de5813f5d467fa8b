import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../../support/api-client.ts';
import type { Browser } from '../../../support/browser.ts';
import { type LiveMessage, LiveSocket, SocketRefused } from '../../../support/live-socket.ts';
import { basic, type Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { volume } from '../support/volume.ts';
import { BEGIN, frame, PIECE, PING, PONG, pour, TEXT } from './frames.ts';

const WATCH = 'subscription ($key: String!) { metadataChanged(key: $key) { state } }';

interface Cast {
  readonly nina: Person;
  /** Signed in a second time. */
  readonly elsewhere: Browser;
  readonly other: Person;
}

let program: AttackedProgram<Cast>;
let client: ApiClient;

beforeAll(async () => {
  program = await startAttacked('sockets', {
    env: { ONCEOVER_RATE_LIMITS: 'on' },
    async prepare(people) {
      const [nina, other] = [await people.customer(), await people.customer()];
      return { nina, other, elsewhere: await people.signedIn(nina) };
    },
  });
  client = new ApiClient(program.url, { headers: { 'x-forwarded-for': '10.9.9.9' } });
});
afterAll(async () => {
  client[Symbol.dispose]();
  await program[Symbol.asyncDispose]();
});

let networks = 0;
/** As from a network where nobody was before. */
function network(): { 'x-forwarded-for': string } {
  networks += 1;
  return { 'x-forwarded-for': `10.${66 + (networks >> 8)}.${networks & 255}.1` };
}

/** A person's socket, opened by a page of the site. */
async function socketOf(browser: Browser): Promise<LiveSocket> {
  const here = browser.copy(program.url);
  await here.graph('{ plans { id } }');
  const headers = { ...network(), origin: program.url, cookie: here.cookie ?? '' };
  return await LiveSocket.connect(program.url, headers, { shrimp: here.shrimp });
}

/** Why no socket opened. */
async function refusal(headers: Readonly<Record<string, string>>, protocol?: string): Promise<number | 'open'> {
  try {
    (await LiveSocket.open(program.url, headers, protocol))[Symbol.dispose]();
    return 'open';
  } catch (error) {
    if (error instanceof SocketRefused) return error.status;
    throw error;
  }
}

async function repeated(times: number, work: (number: number) => Promise<void>): Promise<number> {
  for (let number = 0; number < times; number += 1) await work(number);
  return times;
}

const stateOf = (id: string, state: string) => (message: LiveMessage) =>
  message.id === id && message.payload?.data?.metadataChanged?.state === state;

test('a foreign page, a stale session, a wrong token and another protocol open nothing, however often they come', async () => {
  const cookie = program.cast.nina.browser.cookie ?? '';
  const strangers: readonly [Readonly<Record<string, string>>, number, string?][] = [
    [{ origin: 'https://evil.example', cookie }, 403],
    [{ origin: 'null', cookie }, 403],
    [{ cookie }, 403],
    [{ origin: program.url.replace('http', 'https'), cookie }, 403],
    [{ origin: `${program.url}.evil.example`, cookie }, 403],
    [{ origin: program.url, cookie: `sess=${'A'.repeat(43)}` }, 401],
    [{ authorization: 'Bearer x' }, 401],
    [{ authorization: basic('nina@example.com', 'wrong') }, 401],
    [{ host: 'evil.example' }, 421],
    [{ origin: program.url }, 400, 'graphql-ws'],
  ];
  await program.attack('sockets for strangers', async () =>
    repeated(volume(200), async (number) => {
      const [headers, status, protocol] = strangers[number % strangers.length] ?? expect.fail();
      expect([headers, await refusal({ ...network(), ...headers }, protocol)]).toEqual([headers, status]);
    }),
  );
});

test('nobody takes over, ends or repeats the subscription of another socket, whatever it is called', async () => {
  const { secretKey, metadataKey } = await client.conceal('watched');
  using watching = await LiveSocket.connect(program.url, network());
  const ids = ['1', '__proto__', 'constructor', 'hasOwnProperty'];
  await program.attack('ids of others', async () => {
    watching.subscribe('1', WATCH, { key: metadataKey });
    await watching.until(stateOf('1', 'NEW'));
    const thefts = await repeated(volume(10), async () => {
      using thief = await LiveSocket.connect(program.url, network());
      for (const id of ids) thief.send({ id, type: 'complete' });
      thief.send({ id: '1', type: 'next', payload: { data: { metadataChanged: { state: 'BURNED' } } } });
      expect(await thief.closed).toBe(4400);
      for (const id of ids.slice(1)) {
        using clash = await LiveSocket.connect(program.url, network());
        clash.subscribe(id, WATCH, { key: metadataKey });
        // Refused as a name that is taken, or served; never left hanging.
        await Promise.race([clash.closed, clash.until(stateOf(id, 'NEW'))]);
      }
    });
    return thefts * ids.length;
  });
  await client.reveal(secretKey);
  await watching.until(stateOf('1', 'RECEIVED'));
  expect(watching.messages.map(({ type }) => type)).toEqual(['connection_ack', 'next', 'next']);
});

test('a network has its twenty sockets and no more; others open theirs meanwhile, and what was closed makes room', async () => {
  const crowd = network();
  const open = await Promise.all(Array.from({ length: 20 }, () => LiveSocket.connect(program.url, crowd)));
  await program.attack('sockets beyond twenty', async () =>
    repeated(volume(200), async (number) => {
      expect(await refusal(crowd)).toBe(429);
      if (number % 50 === 0) (await LiveSocket.connect(program.url, network()))[Symbol.dispose]();
    }),
  );
  for (const live of open) live[Symbol.dispose]();
  await expect.poll(() => refusal({ ...crowd, 'x-forwarded-for': '10.66.1.1' })).toBe('open');
});

test('a document that is refused on a socket costs a point as one that is refused over HTTP', async () => {
  const from = network();
  const refused: Record<string, number> = {};
  await program.attack('refused documents', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, () => LiveSocket.connect(program.url, from)));
    for (const live of open) {
      for (let sent = 0; sent < 90; sent += 1) {
        live.subscribe(`${sent}`, `subscription { nothing${sent} }`);
        const { payload } = await live.until(({ id, type }) => id === `${sent}` && type === 'error');
        const { code } = payload[0].extensions;
        refused[code] = (refused[code] ?? 0) + 1;
      }
      live[Symbol.dispose]();
    }
    return 450;
  });
  // Five points are those of the sockets.
  expect(refused).toEqual({ GRAPHQL_VALIDATION_FAILED: 295, RATE_LIMITED: 155 });
});

test('whoever sends more than a hundred messages a minute is sent away, each time anew', async () => {
  const from = [network(), network()];
  await program.attack('messages', async () => {
    const sockets = volume(10);
    await repeated(sockets, async (number) => {
      using live = await LiveSocket.connect(program.url, from[number % from.length] ?? expect.fail());
      for (let sent = 0; sent < 150; sent += 1) live.send({ type: 'ping' });
      expect(await live.closed).toBe(4429);
    });
    return sockets * 50;
  });
});

test.each([
  ['pings whose answers nobody takes', frame(PING, 'x'.repeat(125)), 'closed'],
  ['signs of life that nobody asked for', frame(PONG, 'x'.repeat(125)), 'open'],
  ['pieces of a message that never ends', frame(PIECE), 'closed'],
  ['a message that grows without end', frame(PIECE, 'x'.repeat(1_000)), 'closed'],
  ['messages beyond 64 KB', frame(TEXT, 'x'.repeat(65_000)).fill(0xff, 1, 2), 'closed'],
])('frames cost little and fill no memory: %s', async (name, bytes, end) => {
  const times = volume(bytes.length > 1_000 ? 200 : 20_000);
  await program.attack(name, async () => {
    using live = await LiveSocket.connect(program.url, network());
    live.socket.pause();
    const first = bytes[0] === PIECE ? frame(BEGIN, '{') : Buffer.alloc(0);
    expect(await pour(live, Buffer.concat([first, ...new Array<Buffer>(50).fill(bytes)]), times / 50)).toBe(end);
    return times;
  });
});

test('those who read nothing hold no memory, and those who never say who they are are sent away', async () => {
  const { metadataKey } = await client.conceal('watched by many');
  await program.attack('readers who do not read', async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => LiveSocket.connect(program.url, network())));
    for (const live of open) {
      live.socket.pause();
      for (const id of ['1', '2', '3', '4']) live.subscribe(id, WATCH, { key: metadataKey });
      for (let sent = 0; sent < 90; sent += 1) live.send({ type: 'ping', payload: { more: 'x'.repeat(60_000) } });
    }
    const silent = await Promise.all(Array.from({ length: 20 }, () => LiveSocket.open(program.url, network())));
    expect(await Promise.all(silent.map(({ closed }) => closed))).toEqual(silent.map(() => 4408));
    for (const live of open) live[Symbol.dispose]();
    return { answered: open.length * 90 };
  });
});

test('in the middle of a flood the socket of a session that was ended closes, and only that', async () => {
  const { nina, elsewhere, other } = program.cast;
  using live = await socketOf(nina.browser);
  using others = await socketOf(other.browser);
  await program.attack('a flood while a session ends', async () => {
    const crowd = network();
    const flooding = repeated(
      volume(100),
      async () => void (await refusal({ ...crowd, origin: 'https://evil.example' })),
    );
    await elsewhere.copy(program.url).graph('mutation { endOtherSessions { count } }');
    expect(await live.closed).toBe(4403);
    return await flooding;
  });
  others.send({ type: 'ping' });
  await others.until(({ type }) => type === 'pong');
  expect(program.faults).toEqual([]);
});
