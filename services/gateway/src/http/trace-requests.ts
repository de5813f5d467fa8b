import type { OpenSpan, Tracing } from '@onceover/service-kit/tracing';
import type { FastifyInstance } from 'fastify';

/**
 * Begins a span with each request that is to be traced; whoever writes the answer ends it. What is done for the request, also after
 * its body has come, is part of the span.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.addHook('onRequest', (request, _reply, done) => {
    // A live connection lasts for hours, and what it tells of has traces of its own.
    if (request.headers.upgrade !== undefined) return done();
    const { traceparent } = request.headers;
    const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const attributes = { 'onceover.request_id': request.id };
    const follows = typeof traceparent === 'string' ? traceparent : undefined;
    const span = tracing.begin({ name, kind: 'server', attributes }, follows);
    request.span = span;
    span.within(done);
  });
  // The parser of the body calls back from where its bytes came in.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.within(done);
  });
}

/** A request ends as it was answered; 5xx is ours to mend. */
export function endSpan(span: OpenSpan, method: string, route: string, status: number): void {
  span.note({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.failed(String(status));
  span.end();
}
