import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as it came, with the process that it is of. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined or empty: the first of its trace, as far as we know. */
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: it failed. */
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Takes traces on loopback, as OTLP in JSON over HTTP, and keeps them. */
export interface TraceCollector extends AsyncDisposable {
  readonly url: string;
  /** All that came, as it came. */
  readonly text: string;
  readonly spans: readonly CollectedSpan[];
  /** The names from a span to the first of its trace, joined by ` < `. */
  ancestry(span: CollectedSpan): string;
}

interface SentSpan extends Omit<CollectedSpan, 'service' | 'attributes'> {
  readonly attributes: readonly SentAttribute[];
}

interface SentAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const spans = () => bodies.flatMap((body) => spansIn(JSON.parse(body)));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    get text() {
      return bodies.join('\n');
    },
    get spans() {
      return spans();
    },
    ancestry({ traceId, ...span }) {
      const sameTrace = new Map(
        spans()
          .filter((each) => each.traceId === traceId)
          .map((each) => [each.spanId, each]),
      );
      const names = [span.name];
      for (let at = sameTrace.get(span.parentSpanId ?? ''); at !== undefined; at = sameTrace.get(at.parentSpanId ?? ''))
        names.push(at.name);
      return names.join(' < ');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function spansIn({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) })),
    );
  });
}

function valuesOf(attributes: readonly SentAttribute[]): Record<string, string | number> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
}
