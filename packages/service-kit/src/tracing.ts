/** What a span is to whoever looks at the trace, in OpenTelemetry's words. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * The attributes a span may have, and whether they are texts or numbers. Texts are our own words and route patterns: never what
 * somebody sent, never an address, a key or the text of an error. Any other attribute is dropped before export.
 *
 * Source  security 6.9
 */
export const spanAttributes = {
  'http.request.method': 'text',
  /** The pattern, never the path. */
  'http.route': 'text',
  'http.response.status_code': 'number',
  /** As the log has it. */
  'onceover.request_id': 'text',
  'graphql.operation.name': 'text',
  /** The service that is asked. */
  'rpc.service': 'text',
  'rpc.method': 'text',
  'db.system.name': 'text',
  /** The schema of the service. */
  'db.namespace': 'text',
  /** The type of an event. */
  'onceover.event': 'text',
  'messaging.system': 'text',
  /** A topic, or a log. */
  'messaging.destination.name': 'text',
  'messaging.consumer.group.name': 'text',
  'messaging.batch.message_count': 'number',
  'onceover.job': 'text',
  /** From 1. */
  'onceover.attempt': 'number',
  /** How an email was taken. */
  'onceover.email.outcome': 'text',
  'onceover.webhook.outcome': 'text',
} as const;

type Known = typeof spanAttributes;
export type SpanAttributes = { readonly [Name in keyof Known]?: Known[Name] extends 'number' ? number : string };

export interface SpanSpec {
  /** Made of our own words, such as `POST /boxes/:key`. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** One step of a trace: something that takes time. */
export interface Span {
  /** The W3C trace context of this span, to hand on to whatever it causes. Undefined: it is not traced. */
  readonly traceparent: string | undefined;
  /** Adds attributes. */
  note(attributes: SpanAttributes): void;
  /** Marks it as failed. `type` is the name of a class, or one of our own words. */
  failed(type: string): void;
}

/** A span that the caller has to end. */
export interface OpenSpan extends Span {
  /** Runs something inside the span, with everything it starts. */
  within<Result>(work: () => Result): Result;
  end(): void;
}

/**
 * How a process records which step led to which. A trace begins at the gateway, which decides whether it is kept; every other step
 * belongs to the span around it, or to the one that a message names.
 */
export interface Tracing {
  /** False: nothing is traced, so that busy code need not even describe its spans. */
  readonly isOn: boolean;
  /** Begins a trace with a request from outside; `follows` is the trace context that the request names, if any. */
  begin(spec: SpanSpec, follows?: string): OpenSpan;
  /** Runs something as part of the span around it, or of a traced `parent`; it failed if it throws. */
  run<Result>(spec: SpanSpec, work: (span: Span) => Promise<Result>, parent?: string): Promise<Result>;
  /** Runs something that belongs to no span around it: work that a step set off, and that is not part of it. */
  outside<Result>(work: () => Result): Result;
  /** Records something that has just ended as part of `parent`; `since` is when it began, by `performance.now()`. */
  record(spec: SpanSpec, parent: string, since: number): void;
}

const notTraced: OpenSpan = {
  traceparent: undefined,
  note: () => undefined,
  failed: () => undefined,
  within: (work) => work(),
  end: () => undefined,
};

/** Used where tracing is off. */
export const noTracing: Tracing = {
  isOn: false,
  begin: () => notTraced,
  run: (_spec, work) => work(notTraced),
  outside: (work) => work(),
  record: () => undefined,
};

/** Whether the trace is kept. */
export function isTraced(traceparent: string | undefined): traceparent is string {
  return traceparent !== undefined && Number.parseInt(traceparent.slice(-1), 16) % 2 === 1;
}

/** The same trace, marked as not kept: for those who hear of it later, such as consumers. */
export function untraced(traceparent: string): string {
  return `${traceparent.slice(0, -2)}00`;
}
