import type { ConfigOf } from '@onceover/service-kit/config';
import type { Logger } from '@onceover/service-kit/logging';
import { seldomPer } from '@onceover/service-kit/seldom-per';
import { noTracing, type Tracing } from '@onceover/service-kit/tracing';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { z } from 'zod';
import { productVersion } from './product.ts';

const SHARE = 'write a number from 0 to 1, such as 0.1';

/** Where a process sends its traces. */
export const tracesSettings = {
  tracesUrl: {
    env: 'ONCEOVER_TRACES_URL',
    schema: z
      .url({ protocol: /^https?$/, error: 'write an address such as http://127.0.0.1:4318/v1/traces', abort: true })
      .refine((url) => new URL(url).username === '', 'put what the collector asks for into OTEL_EXPORTER_OTLP_HEADERS')
      .optional(),
    doc: 'Where an OpenTelemetry collector takes traces as OTLP over HTTP, such as http://127.0.0.1:4318/v1/traces. Default: nothing is traced.',
  },
  tracesShare: {
    env: 'ONCEOVER_TRACES_SHARE',
    schema: z.coerce.number(SHARE).min(0, SHARE).max(1, SHARE),
    default: 0.1,
    doc: 'Share of requests that are traced, from 0 to 1. The gateway decides; whatever follows from a request is traced with it.',
  },
} as const;

/** The process: its name in traces, its log, and what it disposes of when it stops. */
export interface TracesPlace {
  readonly name: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly stack: AsyncDisposableStack;
}

/** How long stopping may wait for a collector that does not answer, and how long one batch may take. */
const [LEAVE_MS, EXPORT_MS] = [2_000, 5_000];

/**
 * Connects a process to its collector; disposing `stack` sends what is left. If the collector is down, spans are dropped and the log
 * says so once a minute; nothing else is affected. The library is loaded only if an address is set.
 */
export async function openTraces(
  { tracesUrl: url, tracesShare: share }: ConfigOf<typeof tracesSettings>,
  { name, log, stack }: TracesPlace,
): Promise<Tracing> {
  if (url === undefined) return noTracing;
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { openTelemetryTracing } = await import('./open-telemetry-tracing.ts');
  const exporter = telling(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'onceover',
      'service.name': name === 'onceover' ? name : `onceover-${name}`,
      'service.version': productVersion(),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000, exportTimeoutMillis: EXPORT_MS })],
    spanLimits: { attributeValueLengthLimit: 200 },
  });
  stack.defer(async () => {
    const late = new Promise<void>((resolve) => setTimeout(resolve, LEAVE_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  });
  return openTelemetryTracing(provider.getTracer('onceover'), share);
}

/** The same exporter, which logs that it cannot send, never what. */
function telling(exporter: SpanExporter, log: Pick<Logger, 'warn'>): SpanExporter {
  const tell = seldomPer((cause) =>
    log.warn(
      { cause },
      'traces cannot be sent and are dropped: check that ONCEOVER_TRACES_URL names a running collector',
    ),
  );
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined) tell(causeOf(result.error), {});
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** The code of the system or of HTTP where there is one: what the collector answered is not for the log. */
function causeOf(error: Error & { readonly code?: string | number }): string {
  return String(error.code ?? error.message.split('\n')[0]);
}
