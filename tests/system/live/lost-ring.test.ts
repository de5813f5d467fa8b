import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { LiveSocket } from '../../support/live-socket.ts';
import { startSystem } from '../../support/start-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

const WATCH = 'subscription ($key: String!) { metadataChanged(key: $key) { state } }';
const pollEveryMs = 15_000;

test('a change that rings in another process is seen at the next poll, after fifteen seconds at most', async () => {
  await using stack = new AsyncDisposableStack();
  const { keysDir } = stack.use(temporaryPlace());
  const database = stack.use(await freshDatabase()).address;
  const env = { ONCEOVER_KEYS_DIR: keysDir };
  const here = stack.use(await startSystem({ database, env }));
  const there = stack.use(await startSystem({ database, env }));
  const [client, other] = [stack.use(new ApiClient(here.url)), stack.use(new ApiClient(there.url))];
  const { secretKey, metadataKey } = await client.conceal('opened elsewhere');
  using live = await LiveSocket.connect(here.url);
  live.subscribe('1', WATCH, { key: metadataKey });
  const stateIs = (state: string) => (message: (typeof live.messages)[number]) =>
    message.payload?.data?.metadataChanged?.state === state;
  await live.until(stateIs('NEW'));
  const opened = performance.now();
  expect((await other.reveal(secretKey)).status).toBe(200);
  await live.until(stateIs('RECEIVED'), 2 * pollEveryMs);
  expect(performance.now() - opened).toBeLessThan(pollEveryMs + 1_500);
}, 60_000);
