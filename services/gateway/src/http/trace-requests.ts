import type { OpenSpan, Tracing } from '@onceover/service-kit/tracing';
import type { FastifyInstance } from 'fastify';

/**
 * Begins a span for each request that is to be traced; it ends when the answer is written. All work for the request is part of the
 * span: the framework comes back to it once the body has arrived.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.addHook('onRequest', (request, _reply, done) => {
    // A live connection lasts for hours, and the events that it shows have traces of their own.
    if (request.headers.upgrade !== undefined) return done();
    const { traceparent } = request.headers;
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const attributes = { 'onceover.request_id': request.id };
    const follows = typeof traceparent === 'string' ? traceparent : undefined;
    const span = tracing.begin({ name, kind: 'server', attributes }, follows);
    request.span = span;
    span.within(done);
  });
}

/** Ends the span of an answered request; a 5xx is our failure. */
export function endSpan(span: OpenSpan, method: string, route: string, status: number): void {
  span.note({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.failed(String(status));
  span.end();
}
