import { AsyncLocalStorage } from 'node:async_hooks';
import { TRACEPARENT } from '@onceover/service-kit/origin';
import {
  isTraced,
  noTracing,
  type OpenSpan,
  type SpanAttributes,
  type SpanSpec,
  spanAttributes,
  type Tracing,
} from '@onceover/service-kit/tracing';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Traces with a tracer of OpenTelemetry that keeps every span it is asked for. Nothing is asked of it for a request that is not
 * traced.
 *
 * @NOTE A stranger's `traceparent` names the trace, so that theirs and ours are one; whether it is kept is decided here, or
 *       anybody could have everything traced.
 */
export function openTelemetryTracing(tracer: Tracer, share: number): Tracing {
  const around = new AsyncLocalStorage<Span>();
  const start = ({ name, kind, attributes = {} }: SpanSpec, parent: Context, startTime?: number): Span =>
    tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: declared(attributes), ...(startTime !== undefined && { startTime }) },
      parent,
    );
  return {
    isOn: true,
    begin(spec, follows) {
      if (Math.random() >= share) return noTracing.begin(spec);
      return opened(start(spec, parentIn(follows)), around);
    },
    async run(spec, work, parent) {
      const context = isTraced(parent) ? parentIn(parent) : contextOf(around.getStore());
      if (context === undefined) return await noTracing.run(spec, work);
      const span = opened(start(spec, context), around);
      try {
        return await span.within(() => work(span));
      } catch (error) {
        span.failed(error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        span.end();
      }
    },
    tell(spec, parent, since) {
      if (!isTraced(parent)) return;
      const now = Date.now();
      start(spec, parentIn(parent), now - (performance.now() - since)).end(now);
    },
  };
}

function opened(span: Span, around: AsyncLocalStorage<Span>): OpenSpan {
  return {
    traceparent: traceparentOf(span.spanContext()),
    note: (attributes) => void span.setAttributes(declared(attributes)),
    failed: (type) => void span.setStatus({ code: SpanStatusCode.ERROR, message: type }),
    within: (work) => around.run(span, work),
    end: () => span.end(),
  };
}

/** Only what is declared, whatever whoever calls may have put in. */
function declared(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name in spanAttributes));
}

function contextOf(span: Span | undefined): Context | undefined {
  return span && trace.setSpan(ROOT_CONTEXT, span);
}

/** What a trace context of the standard names; the root of a new trace where it names none. */
function parentIn(traceparent: string | undefined): Context {
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return ROOT_CONTEXT;
  const [, traceId = '', spanId = ''] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`;
}
