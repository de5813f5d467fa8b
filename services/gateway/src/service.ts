import type { Subgraph } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { gatewayHealth } from '@onceover/schema/internal/gateway-health';
import { liftLimit, showLimits } from '@onceover/schema/internal/request-limits';
import type { Bells } from '@onceover/service-kit/bells';
import { shownSettings } from '@onceover/service-kit/config';
import { type AskInternal, answering, type InternalHandler } from '@onceover/service-kit/internal-call';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import { buildApp } from './build-app.ts';
import { type GatewayConfig, gatewayConfig } from './config.ts';
import { edgeParts } from './edge-parts.ts';
import type { OpenEdgeStores } from './edge-stores.ts';
import { openGraph } from './graph/open-graph.ts';
import { listen, portFor, refuseBusyPort } from './http/listen.ts';
import { siteOf } from './http/site.ts';
import { gatewayLog } from './logger.ts';
import { colonelPulse } from './subscriptions/colonel-pulse.ts';
import { liveDocuments } from './subscriptions/live-documents.ts';
import { metadataChanged } from './subscriptions/metadata-changed.ts';
import { secretActivity } from './subscriptions/secret-activity.ts';

export { memoryStores } from './edge-stores.ts';
export { exportPaths } from './exports/export-routes.ts';
export { PortInUse } from './http/listen.ts';
export { isProductionSite } from './http/site.ts';
export { WebNotBuilt } from './pages/web-shell.ts';
export { type RouteRow, routeTable } from './rest/rest-routes.ts';

/** What the gateway is given: the services' subgraphs, the built web app, and how ready they are. */
export interface GatewayDeps {
  readonly subgraphs: readonly Subgraph<Caller>[];
  /** Makes internal calls, such as whose session, token or host this is. */
  readonly ask: AskInternal;
  /** Directory of the web build, with its `shell.json`. */
  readonly webDist: string;
  /** Rung by the services when something that somebody watches has changed. */
  readonly bells: Bells;
  /** Where limits, used captcha solutions and open sockets are counted: in this process, or for all gateways. */
  readonly openStores: OpenEdgeStores;
  readonly readiness: () => Promise<Readiness>;
  /** Where requests, operations and streams are counted. */
  readonly telemetry: Telemetry;
  readonly version: string;
}

/** A listening gateway. Disposing it lets requests in flight finish, then closes it. */
export interface RunningGateway extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** What it answers to services. */
  readonly internal: readonly InternalHandler[];
}

/** Refuses what `startGateway` would refuse about its place, so that a start can fail before it has created anything. */
export async function checkListening(config: GatewayConfig): Promise<void> {
  siteOf(config, config.port);
  await refuseBusyPort(config.host, config.port);
}

/**
 * Starts the gateway, the only public way in.
 *
 * Refuses  `PortInUse`, `WebNotBuilt`, `ConfigError` for settings that contradict each other, a damaged key file
 */
export async function startGateway(config: GatewayConfig, deps: GatewayDeps): Promise<RunningGateway> {
  await using stack = new AsyncDisposableStack(); // stops in reverse order, also when a start fails
  const port = await portFor(config.host, config.port);
  const site = siteOf(config, port);
  const edge = await edgeParts(config, { ...deps, site });
  const graph = await openGraph(deps.subgraphs, { ...edge, telemetry: deps.telemetry });
  stack.defer(() => graph.server.stop());
  const fields = {
    metadataChanged: metadataChanged(deps),
    colonelPulse: colonelPulse(),
    secretActivity: secretActivity({ bells: deps.bells, desk: config.incomingRecipient ?? null }),
  };
  const readLiveDocument = liveDocuments({ ...graph, subgraphs: deps.subgraphs, fields });
  const app = await buildApp(config, { ...deps, edge, graph, readLiveDocument });
  stack.defer(() => app.close());
  await listen(app, config.host, port);
  if (!config.rateLimits) gatewayLog.warn('REQUEST LIMITS ARE OFF: for benchmarks and tests on loopback only');
  gatewayLog.info({ site: site.host, port, production: site.isProduction }, 'gateway is listening');
  const owned = stack.move();
  const internal = [
    answering(showLimits, async () => ({
      limits: edge.limits.bounds,
      limited: (await edge.limits.limited()).map((each) => ({ ...each, until: each.until.toISOString() })),
    })),
    answering(gatewayHealth, async () => ({
      requests: app.times.read(),
      settings: shownSettings(gatewayConfig, config),
    })),
    answering(liftLimit, async ({ id }) => ({ isLifted: await edge.limits.lift(id) })),
  ];
  return { url: site.origin, port, internal, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
