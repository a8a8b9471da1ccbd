import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics/metrics.js';

/** From here on every reply is ours. */
const FAILED_FROM = 500;

/** Requests that are commands: whoever reads what a command is known by notes it. */
const commands = new WeakSet<FastifyRequest>();

/** What changes something, money most of all, and may be sent again: how it went is counted by itself. */
export function noteCommand(request: FastifyRequest): void {
  commands.add(request);
}

/** Milliseconds that requests waited by design. */
const waits = new WeakMap<FastifyRequest['raw'], number>();

/** What the request waited for by its own rule is no slowness of the product: its observed time leaves that out. */
export function noteWaited({ raw }: Pick<FastifyRequest, 'raw'>, ms: number): void {
  waits.set(raw, (waits.get(raw) ?? 0) + ms);
}

/** Counts requests by route and reply, and commands by whether they were answered. */
export function countRequests(server: FastifyInstance, metrics: Metrics): void {
  type Series = ReturnType<Metrics['requestSeconds']['labels']>;
  const known = new Map<string, Series>();
  /** A command that fails before anybody reads its key is one, too. */
  const commandRoutes = new Set<string>();
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const name = `${reply.statusCode} ${route}`;
    let series = known.get(name);
    if (!series) {
      series = metrics.requestSeconds.labels({ route, status: String(reply.statusCode) });
      known.set(name, series);
    }
    const seconds = Math.max(0, reply.elapsedTime - (waits.get(request.raw) ?? 0)) / 1000;
    series.observe(seconds);
    const called = `${request.method} ${route}`;
    if (commands.has(request)) commandRoutes.add(called);
    if (commandRoutes.has(called))
      metrics.commandSeconds.observe({ outcome: reply.statusCode < FAILED_FROM ? 'answered' : 'failed' }, seconds);
    done();
  });
}
