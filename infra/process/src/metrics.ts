import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeNumber } from '@onceover/schema/settings';
import { ConfigError, type ConfigOf } from '@onceover/service-kit/config';
import type { ConsumerReport, Readiness } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import type PromClient from 'prom-client';
import { z } from 'zod';

/** Where a process shows its metrics. */
export const metricsSettings = {
  metricsPort: {
    env: 'ONCEOVER_METRICS_PORT',
    schema: wholeNumber(0, 65_535).optional(),
    doc: 'Port that serves /metrics for Prometheus, and nothing else; 0 picks a free one. Default: none.',
  },
  metricsHost: {
    env: 'ONCEOVER_METRICS_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    doc: 'Address that the metrics port listens on. Whoever reaches it can read them.',
  },
} as const;

/** What is measured; asked for at every scrape, and at no other time. */
export interface MetricsSources {
  readonly log: Logger;
  readiness(): Promise<Readiness>;
  /** Undefined in a process that has no tables and reads no events. */
  readonly events: EventSources | undefined;
}

export interface EventSources {
  consumers(): Promise<readonly ConsumerReport[]>;
  /** Age in seconds of the oldest transaction that still holds back readers. */
  watermarkAge(): Promise<number>;
}

/** Shows the metrics of a process where its settings say so, for as long as `stack` lives. Returns the address; undefined: no port is set. */
export async function showMetrics(
  { metricsHost: host, metricsPort: port }: ConfigOf<typeof metricsSettings>,
  sources: MetricsSources,
  stack: AsyncDisposableStack,
): Promise<string | undefined> {
  return port === undefined ? undefined : stack.use(await startMetrics({ host, port }, sources)).url;
}

/**
 * `/metrics` for Prometheus on a port of its own. Labels are names of consumers and logs: no secret, key or address.
 *
 * Refuses  `ConfigError`: the port cannot be had
 */
export async function startMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  sources: MetricsSources,
): Promise<AsyncDisposable & { readonly url: string }> {
  const { scrape, contentType } = await openRegistry(sources);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    scrape().then(
      (text) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      (error: unknown) => {
        sources.log.warn({ err: error }, 'the metrics could not be gathered');
        response.writeHead(500).end();
      },
    );
    return response;
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([`ONCEOVER_METRICS_PORT: cannot listen on ${host}:${port} (${error.code ?? error.message})`]);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The library is loaded only here: without the setting, a process does not pay for it. */
async function openRegistry(sources: MetricsSources) {
  const { collectDefaultMetrics, Gauge, Registry } = (await import('prom-client')).default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const ready = new Gauge({
    name: 'onceover_ready',
    help: '1 if the process is ready, as /health/ready says.',
    registers,
  });
  const gatherEvents = sources.events === undefined ? undefined : gatheringEvents(Gauge, registers, sources.events);

  async function scrape(): Promise<string> {
    ready.set((await sources.readiness()).isReady ? 1 : 0);
    await gatherEvents?.().catch((error: unknown) =>
      sources.log.warn({ err: error }, 'the metrics of consumers could not be gathered'),
    );
    return await registry.metrics();
  }
  return { scrape, contentType: registry.contentType };
}

function gatheringEvents(Gauge: typeof PromClient.Gauge, registers: PromClient.Registry[], sources: EventSources) {
  const labelNames = ['consumer', 'source', 'shard'] as const;
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const perConsumer = (name: string, help: string) => new Gauge({ name, help, labelNames, registers });
  const watermark = gauge('onceover_event_watermark_age_seconds', 'Age of the oldest writing transaction.');
  const events = perConsumer('onceover_consumer_lag_events', 'Events not handled yet, counted up to 10,000.');
  const seconds = perConsumer('onceover_consumer_lag_seconds', 'Age of the oldest event not handled yet.');
  const halted = perConsumer('onceover_consumer_halted', '1 if the consumer halted on an event.');

  /** What cannot be found out is left out: no number is better than an old one. */
  return async (): Promise<void> => {
    for (const each of [watermark, events, seconds, halted]) each.reset();
    watermark.remove();
    watermark.set(await sources.watermarkAge());
    for (const { consumer, source, shard, lag, isHalted } of await sources.consumers()) {
      const labels = { consumer, source, shard: String(shard) };
      events.set(labels, lag.events);
      seconds.set(labels, lag.seconds);
      halted.set(labels, isHalted ? 1 : 0);
    }
  };
}
