import { subgraphContract } from '@onceover/graphql-kit/contract/subgraphs';
import { inProcessSubgraph } from '@onceover/graphql-kit/subgraph';
import { internalCallsContract } from '@onceover/service-kit/contract/internal-calls';
import {
  type AskInternal,
  answererOf,
  createInternalCalls,
  type InternalHandler,
} from '@onceover/service-kit/internal-call';
import type { ServiceConnection } from './connect-service.ts';
import { calls, connect, isReady, serve } from './test-support/neighbours.ts';

subgraphContract('between two processes', async (parts) => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await serve<{ readonly network: string }>('box'));
  stack.use(server.answer({ subgraph: inProcessSubgraph(parts), internal: [], ready: isReady }));
  const connection = stack.use(connect('box', [server.url]));
  const owned = stack.move();
  return { subgraph: connection.subgraph(parts.sdl), [Symbol.asyncDispose]: () => owned.disposeAsync() };
});

internalCallsContract('between two processes', async () => {
  const stack = new AsyncDisposableStack();
  const registry = createInternalCalls();
  const connections = new Map<string, ServiceConnection>();
  const connectionOf = (name: string, url: string) => {
    const known = connections.get(name) ?? stack.use(connect(name, [url]));
    connections.set(name, known);
    return known;
  };
  const register = async (handlers: readonly InternalHandler[]) => {
    registry.register(handlers);
    for (const [name, theirs] of Map.groupBy(handlers, ({ call }) => answererOf(call))) {
      const server = stack.use(await serve(name));
      stack.use(server.answer(calls(...theirs)));
      connectionOf(name, server.url);
    }
  };
  const ask: AskInternal = (call, input) => connectionOf(answererOf(call), 'http://127.0.0.1:1').ask(call, input);
  return { ask, register, [Symbol.asyncDispose]: () => stack.disposeAsync() };
});
