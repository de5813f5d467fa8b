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
 * Tracing by an OpenTelemetry tracer. The tracer keeps every span that it starts, and starts none for a request that is not traced.
 *
 * @NOTE A client's `traceparent` gives the trace its id, so that their spans and ours belong together. Whether it is kept is
 *       decided here; otherwise anybody could have everything traced.
 */
export function openTelemetryTracing(tracer: Tracer, share: number): Tracing {
  const around = new AsyncLocalStorage<Span | undefined>();
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
    outside: (work) => around.run(undefined, work),
    record(spec, parent, since) {
      if (!isTraced(parent)) return;
      const now = Date.now();
      start(spec, parentIn(parent), now - (performance.now() - since)).end(now);
    },
  };
}

function opened(span: Span, around: AsyncLocalStorage<Span | undefined>): OpenSpan {
  return {
    traceparent: traceparentOf(span.spanContext()),
    note: (attributes) => void span.setAttributes(declared(attributes)),
    failed: (type) => void span.setStatus({ code: SpanStatusCode.ERROR, message: type }),
    within: (work) => around.run(span, work),
    end: () => span.end(),
  };
}

/** Drops undeclared attributes. */
function declared(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => name in spanAttributes));
}

function contextOf(span: Span | undefined): Context | undefined {
  return span && trace.setSpan(ROOT_CONTEXT, span);
}

/** The context that a `traceparent` names; the root of a new trace if there is none. */
function parentIn(traceparent: string | undefined): Context {
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return ROOT_CONTEXT;
  const [, traceId = '', spanId = ''] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

function traceparentOf({ traceId, spanId }: SpanContext): string {
  return `00-${traceId}-${spanId}-01`;
}
