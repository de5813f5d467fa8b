import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeNumber } from '@onceover/schema/settings';
import { ConfigError, type ConfigOf } from '@onceover/service-kit/config';
import { type ConsumerReport, liveAnswer, type Readiness, readinessAnswer } from '@onceover/service-kit/lifecycle';
import type { Logger } from '@onceover/service-kit/logging';
import { type Counting, noTelemetry } from '@onceover/service-kit/telemetry';
import type PromClient from 'prom-client';
import { z } from 'zod';
import { productVersion } from './product.ts';
import { countingIn, type Kinds } from './prometheus-counting.ts';

/** Where a process shows its metrics. */
export const metricsSettings = {
  metricsPort: {
    env: 'ONCEOVER_METRICS_PORT',
    schema: wholeNumber(0, 65_535).optional(),
    doc: 'Port for whoever watches over the process: /metrics for Prometheus, /health/live and /health/ready, and nothing else; 0 picks a free one. Default: none.',
  },
  metricsHost: {
    env: 'ONCEOVER_METRICS_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    doc: 'Address that this port listens on. Whoever reaches it can read them.',
  },
} as const;

/** What is asked for at every scrape, and at no other time. */
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

/** The metrics of a process. */
export interface Metrics {
  /** Where its parts count; without a port it does nothing. */
  readonly counting: Counting;
  /**
   * Shows `/metrics` for Prometheus and `/health/…` on a port of its own, for as long as `stack` lives. Labels are names of routes,
   * operations, consumers and logs: no secret, key or address. Returns the address; undefined: no port is set.
   *
   * Refuses  `ConfigError`: the port cannot be had
   */
  show(sources: MetricsSources, stack: AsyncDisposableStack): Promise<string | undefined>;
}

const unseen: Metrics = { counting: noTelemetry, show: async () => undefined };

/** Gauges of the library with names of counters. What they show is shown by kind as well. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The library is loaded only here: without the setting, a process does not pay for it. */
export async function openMetrics({
  metricsHost: host,
  metricsPort: port,
}: ConfigOf<typeof metricsSettings>): Promise<Metrics> {
  if (port === undefined) return unseen;
  const { collectDefaultMetrics, Registry, ...kinds } = (await import('prom-client')).default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const about = { name: 'onceover_build_info', help: 'The version of Onceover that the process runs; always 1.' };
  new kinds.Gauge({ ...about, labelNames: ['version'], registers: [registry] }).set({ version: productVersion() }, 1);
  return {
    counting: countingIn(registry, kinds),
    async show(sources, stack) {
      const gather = gathering(registry, kinds, sources);
      const scrape = async () => {
        await gather();
        return { text: await registry.metrics(), contentType: registry.contentType };
      };
      return stack.use(await serve({ host, port }, scrape, sources)).url;
    },
  };
}

/** Asks for everything that is not counted as it happens. */
function gathering(registry: PromClient.Registry, { Gauge }: Kinds, { log, readiness, events }: MetricsSources) {
  const registers = [registry];
  const ready = new Gauge({
    name: 'onceover_ready',
    help: '1 if the process is ready, as /health/ready says.',
    registers,
  });
  const sealed = new Gauge({
    name: 'onceover_sealed',
    help: '1 while secrets has not the right keys: nothing can be created or opened.',
    registers,
  });
  const gatherEvents = events === undefined ? undefined : gatheringEvents(Gauge, registers, events);
  return async (): Promise<void> => {
    const found = await readiness();
    ready.set(found.isReady ? 1 : 0);
    sealed.set(found.sealed === undefined ? 0 : 1);
    await gatherEvents?.().catch((error: unknown) =>
      log.warn({ err: error }, 'the metrics of consumers could not be gathered'),
    );
  };
}

function gatheringEvents(Gauge: Kinds['Gauge'], registers: PromClient.Registry[], sources: EventSources) {
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

interface Answer {
  /** 200 by default. */
  readonly status?: number;
  readonly text: string;
  readonly contentType: string;
}

const JSON_TYPE = 'application/json';

async function serve(
  { host, port }: { readonly host: string; readonly port: number },
  scrape: () => Promise<Answer>,
  { log, readiness }: Pick<MetricsSources, 'log' | 'readiness'>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const inJson = ({ status, body }: typeof liveAnswer) => ({
    status,
    text: JSON.stringify(body),
    contentType: JSON_TYPE,
  });
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/metrics': scrape,
    '/health/live': async () => inJson(liveAnswer),
    '/health/ready': async () => inJson(readinessAnswer(await readiness())),
  };
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (answer === undefined) return response.writeHead(404).end();
    answer().then(
      ({ status = 200, text, contentType }) => response.writeHead(status, { 'Content-Type': contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error, asked: request.url }, 'a request on the metrics port failed');
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
