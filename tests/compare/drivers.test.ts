import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { decrypt, encrypt } from './drivers/privatebin.ts';
import { drivers } from './drivers.ts';

/** Answers as a product does: a status and a body, by method and path. */
type Route = (asked: string, body: string) => readonly [status: number, body: unknown];

let server: ReturnType<typeof createServer> | undefined;
afterEach(() => void server?.close());

async function productOf(name: string, route: Route) {
  const listening = createServer((request, response) => {
    const answer = (sent: string) => {
      const [status, body] = route(`${request.method} ${request.url}`, sent);
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    bodyOf(request).then(answer, (error: Error) => response.destroy(error));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const driver = drivers[name];
  if (driver === undefined) throw new Error(`there is no driver ${name}`);
  return driver.connect(`http://127.0.0.1:${port}`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

/** One secret, which is kept as it came until it is asked for. */
function keepsOne(
  create: string,
  open: string,
  created: unknown,
  given: (kept: string) => unknown,
  gone: Route,
): Route {
  let kept: string | undefined;
  return (asked, body) => {
    if (asked === create) {
      kept = body;
      return [200, created];
    }
    if (asked !== open || kept === undefined) return gone(asked, body);
    const answer = given(kept);
    kept = undefined;
    return [200, answer];
  };
}

const notFound: Route = () => [404, { message: 'not found' }];
const field = (body: string, name: string) => new URLSearchParams(body).get(name);

test.each<[string, Route]>([
  [
    'onceover',
    keepsOne(
      'POST /api/v2/secret/conceal',
      'POST /api/v2/secret/k1',
      { record: { secret: { key: 'k1' } } },
      (kept) => ({ record: { secret_value: field(kept, 'secret') } }),
      notFound,
    ),
  ],
  [
    'onetime-v1',
    keepsOne(
      'POST /api/v1/share',
      'POST /api/v1/secret/k1',
      { secret_key: 'k1' },
      (kept) => ({ value: field(kept, 'secret') }),
      notFound,
    ),
  ],
  [
    'onetime-v2',
    keepsOne(
      'POST /api/v2/secret/conceal',
      'POST /api/v2/secret/k1/reveal',
      { record: { secret: { identifier: 'k1' } } },
      (kept) => ({ record: { secret_value: JSON.parse(kept).secret.secret } }),
      notFound,
    ),
  ],
  [
    'snappass',
    keepsOne(
      'POST /',
      'POST /snappass1~key%3D',
      { link: 'https://elsewhere.example/snappass1~key%3D', ttl: 3600 },
      (kept) => `<p><textarea class="a" id="password-text" readonly>${field(kept, 'password')}</textarea>`,
      () => [404, 'expired'],
    ),
  ],
  [
    'privatebin',
    keepsOne(
      'POST /',
      'GET /?pasteid=p1',
      { status: 0, id: 'p1' },
      (kept) => ({ status: 0, ...JSON.parse(kept) }),
      () => [200, { status: 1, message: 'Document does not exist, has expired or has been deleted.' }],
    ),
  ],
  [
    'enclosed',
    keepsOne(
      'POST /api/notes',
      'GET /api/notes/n1',
      { noteId: 'n1' },
      (kept) => ({ note: { payload: JSON.parse(kept).payload } }),
      notFound,
    ),
  ],
  [
    'yopass',
    keepsOne('POST /create/secret', 'GET /secret/y1', { message: 'y1' }, (kept) => JSON.parse(kept), notFound),
  ],
  ['yopass', keepsOne('POST /secret', 'GET /secret/y1', { message: 'y1' }, (kept) => JSON.parse(kept), notFound)],
  [
    'password-pusher',
    keepsOne(
      'POST /p.json',
      'GET /p/t1.json',
      { url_token: 't1' },
      (kept) => ({ payload: JSON.parse(kept).password.payload, expired: false }),
      () => [200, { expired: true, payload: null }],
    ),
  ],
])('%s: a secret is stored, opened, and then gone', async (name, route) => {
  const product = await productOf(name, route);
  const link = await product.create('tea at 5');
  expect(await link.open()).toEqual({ content: 'tea at 5' });
  expect(await link.open()).toBe('gone');
});

test.each(Object.keys(drivers))('%s: an outage is neither the content nor gone', async (name) => {
  const broken = await productOf(name, () => [500, { status: 1, message: 'database is locked' }]);
  await expect(broken.create('tea at 5')).rejects.toThrow('answered 500');
});

test('a paste is encrypted as PrivateBin documents it: bound to how it is shown, under a key that stays here', () => {
  const password = Buffer.alloc(32, 1);
  const paste = encrypt(password, 'tea at 5');
  expect(paste.adata).toEqual([
    [expect.any(String), expect.any(String), 100_000, 256, 128, 'aes', 'gcm', 'none'],
    'plaintext',
    0,
    1,
  ]);
  expect(decrypt(password, paste)).toBe('tea at 5');
  expect(() => decrypt(Buffer.alloc(32, 2), paste)).toThrow();
  expect(() => decrypt(password, { ...paste, adata: [paste.adata[0], 'plaintext', 0, 0 as never] })).toThrow();
});
