import type { FastifyInstance, FastifyRequest } from 'fastify';
import { chosenSpan, isTracing, type OpenSpan, runAs, Work } from '../tracing/work.js';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/**
 * Opens a span for calls that chance chooses, before anything answers them, and ends it with the answer. The caller's `traceparent`
 * gives the trace its id and nothing else. Its name is the route's template: an address has what a user asked for.
 */
export function traceRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (isTracing()) open(request);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span) {
      span.note({ 'http.response.status_code': reply.raw.statusCode });
      span.end(reply.raw.statusCode >= 500);
    }
    done();
  });
}

/** Lets all that is done for a call know the call, for the log and for spans. Where answers end that need no work, none is begun. */
export function workOnRequests(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    runAs(new Work(spans.get(request) ?? null, request.id, request.headers.traceparent), done);
  });
}

function open(request: FastifyRequest): void {
  const route = request.routeOptions.url ?? 'unknown';
  const notes = { 'http.request.method': request.method, 'http.route': route, 'request.number': request.id };
  const terms = { name: `${request.method} ${route}`, kind: 'server' as const, notes };
  const span = chosenSpan(terms, request.headers.traceparent);
  if (span) spans.set(request, span);
}
