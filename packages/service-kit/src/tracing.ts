/** What a span is to whoever looks at the trace, in OpenTelemetry's words. */
export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/**
 * What a span may say. Values are words of ours, patterns and counts: never what somebody sent, never an address, a key or the
 * text of an error. Whoever exports spans drops every other name.
 *
 * Source  security 6.9
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** The pattern, never the path. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** As the log has it. */
  readonly 'onceover.request_id'?: string;
  readonly 'graphql.operation.name'?: string;
  /** The service that is asked. */
  readonly 'rpc.service'?: string;
  readonly 'rpc.method'?: string;
  readonly 'db.system.name'?: 'postgresql';
  /** The schema of the service. */
  readonly 'db.namespace'?: string;
  /** The type of an event. */
  readonly 'onceover.event'?: string;
  readonly 'messaging.system'?: 'kafka' | 'postgresql';
  /** A topic, or a log. */
  readonly 'messaging.destination.name'?: string;
  readonly 'messaging.consumer.group.name'?: string;
  readonly 'messaging.batch.message_count'?: number;
  readonly 'onceover.job'?: string;
  /** From 1. */
  readonly 'onceover.attempt'?: number;
  /** How an email was taken. */
  readonly 'onceover.email.outcome'?: string;
}

/** Names every attribute once, so that nothing can be exported that is not declared. */
export const spanAttributes: Readonly<Record<keyof SpanAttributes, true>> = {
  'http.request.method': true,
  'http.route': true,
  'http.response.status_code': true,
  'onceover.request_id': true,
  'graphql.operation.name': true,
  'rpc.service': true,
  'rpc.method': true,
  'db.system.name': true,
  'db.namespace': true,
  'onceover.event': true,
  'messaging.system': true,
  'messaging.destination.name': true,
  'messaging.consumer.group.name': true,
  'messaging.batch.message_count': true,
  'onceover.job': true,
  'onceover.attempt': true,
  'onceover.email.outcome': true,
};

export interface SpanSpec {
  /** Made of words of ours, such as `POST /boxes/:key`. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** Something that takes time, as a trace shows it. */
export interface Span {
  /** The W3C trace context of this span, for what it causes elsewhere. Undefined: it is not traced. */
  readonly traceparent: string | undefined;
  /** Says more of it. */
  note(attributes: SpanAttributes): void;
  /** It did not work. `type` is the name of a class or a word of ours. */
  failed(type: string): void;
}

/** A span that somebody has to end. */
export interface OpenSpan extends Span {
  /** Calls something of which it is a part, with all that follows from it. */
  within<Result>(work: () => Result): Result;
  end(): void;
}

/**
 * How a process tells what followed from what. A trace begins at the edge, which decides whether it is kept; everything else goes on
 * with the span around it, or with one that a message names.
 */
export interface Tracing {
  /** False: nothing is traced, and whoever is called often need not even describe its spans. */
  readonly isOn: boolean;
  /** Begins with what somebody asks from outside; `follows` is the trace that they name, if they do. */
  begin(spec: SpanSpec, follows?: string): OpenSpan;
  /** Does something as a part of what goes on around it, or of what a traced `parent` says; it failed if it throws. */
  run<Result>(spec: SpanSpec, work: (span: Span) => Promise<Result>, parent?: string): Promise<Result>;
  /** Tells of something that has ended just now, part of what `parent` says; `since` is from `performance.now()`. */
  tell(spec: SpanSpec, parent: string, since: number): void;
}

const notTraced: OpenSpan = {
  traceparent: undefined,
  note: () => undefined,
  failed: () => undefined,
  within: (work) => work(),
  end: () => undefined,
};

/** Where nobody traces. */
export const noTracing: Tracing = {
  isOn: false,
  begin: () => notTraced,
  run: (_spec, work) => work(notTraced),
  tell: () => undefined,
};

/** Whether spans that follow are kept. */
export function isTraced(traceparent: string | undefined): traceparent is string {
  return traceparent !== undefined && Number.parseInt(traceparent.slice(-1), 16) % 2 === 1;
}

/** Told to those who hear of it later, such as consumers: this trace is not kept here. */
export function untraced(traceparent: string): string {
  return `${traceparent.slice(0, -2)}00`;
}
