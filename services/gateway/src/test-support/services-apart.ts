import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { connectService } from '@onceover/service-http/connect-service';
import { serveService } from '@onceover/service-http/serve-service';
import { createLogger } from '@onceover/service-kit/logging';

const log = createLogger('test');
const key = Buffer.alloc(32, 1);
const place = { host: '127.0.0.1', port: 0 } as const;

/** The same subgraphs as a gateway has them whose services run elsewhere; `stack` closes what is between. */
export async function servicesApart(
  subgraphs: readonly Subgraph<Caller>[],
  stack: AsyncDisposableStack,
): Promise<readonly Subgraph<Caller>[]> {
  return await Promise.all(
    subgraphs.map(async (subgraph) => {
      const { name, sdl } = subgraph;
      const readCaller = (value: unknown) => value as Caller;
      const signed = { name, keysOf: () => [key], graphAskers: ['gateway'], readCaller, log };
      const server = stack.use(await serveService<Caller>({ ...place, ...signed }));
      stack.use(server.answer({ subgraph, internal: [], ready: async () => ({ isReady: true }) }));
      return stack.use(connectService({ caller: 'gateway', name, urls: [server.url], key, log })).subgraph<Caller>(sdl);
    }),
  );
}
