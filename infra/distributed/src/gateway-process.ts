import { checkListening, startGateway } from '@onceover/gateway';
import { type GatewayConfig, gatewayConfig } from '@onceover/gateway/config';
import { redisStores } from '@onceover/gateway/redis-stores';
import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import { productVersion, webDist } from '@onceover/process/product';
import { openTelemetry } from '@onceover/process/telemetry';
import { redisBells } from '@onceover/redis-kit/bells';
import { redisConfig } from '@onceover/redis-kit/config';
import { openRedis } from '@onceover/redis-kit/link';
import type { Caller } from '@onceover/schema/caller';
import { sdlOf, subgraphNames } from '@onceover/schema/sdl';
import { askEverywhere, type ServiceConnection } from '@onceover/service-http/connect-service';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { allReady, type Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import { loadProcessConfig } from './config.ts';
import { openNeighbours } from './neighbours.ts';
import type { RunningProcess } from './service-process.ts';

export interface RunningGatewayProcess extends RunningProcess {
  readonly config: GatewayConfig;
}

/**
 * Starts the gateway as this process. It needs none of the services to start: asked before they are up, they are outages.
 *
 * Throws what `startProblem` can explain; whatever was started by then is stopped again.
 */
export async function startGatewayProcess(env: NodeJS.ProcessEnv, log: Logger): Promise<RunningGatewayProcess> {
  const config = loadProcessConfig('gateway', { gateway: gatewayConfig, redis: redisConfig }, env);
  await using stack = new AsyncDisposableStack();
  await checkListening(config.gateway);
  const { telemetry, show } = await openTelemetry(config.process, { name: 'gateway', log, stack });
  const { tracing } = telemetry;
  const { server, connections } = await openNeighbours('gateway', config, { log, stack, tracing });
  const here = createInternalCalls();
  const redis = stack.use(await openRedis({ address: config.redis.address, log }));
  const bells = redisBells(redis);
  const ask = askEverywhere(here, connections);
  const readiness = untilAllWereReady(connections);
  const subgraphs = subgraphsOf(connections);
  const openStores = redisStores(redis);
  const edge = {
    subgraphs,
    ask,
    bells,
    openStores,
    webDist,
    readiness,
    telemetry,
    version: productVersion(),
  };
  const gateway = stack.use(await startGateway(config.gateway, edge));
  here.register(gateway.internal);
  await show({ log, readiness, events: undefined }, stack);
  stack.use(server.answer({ internal: gateway.internal, ready: readiness }));
  const owned = stack.move();
  return {
    url: gateway.url,
    config: config.gateway,
    readiness,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function subgraphsOf(connections: readonly ServiceConnection[]): readonly Subgraph<Caller>[] {
  return connections.flatMap((connection) => {
    const name = subgraphNames.find((each) => each === connection.name);
    return name === undefined ? [] : [connection.subgraph<Caller>(sdlOf(name))];
  });
}

/**
 * Ready once every service was: a stack that is half started says what is missing. From then on the gateway stays ready when
 * one of them goes, because what the others answer must not go with it.
 */
function untilAllWereReady(connections: readonly ServiceConnection[]): () => Promise<Readiness> {
  const wereReady = new Set<ServiceConnection>();
  return async () => {
    const waiting = connections.filter((connection) => !wereReady.has(connection));
    const found = await Promise.all(
      waiting.map(async (connection) => {
        const { isReady, reason = 'not ready' } = await connection.ready();
        if (isReady) wereReady.add(connection);
        return isReady ? { isReady } : { isReady, reason: `${connection.name}: ${reason}` };
      }),
    );
    return allReady(found);
  };
}
