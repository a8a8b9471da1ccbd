import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOpenTo } from './entrances.js';

/** Verbs that a reply 405 names. */
const VERBS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PLACE = 'servedRoutes';

interface ServedRoute {
  pattern: RegExp;
  verbs: readonly string[];
  /** At which entrance alone it answers, if at one. */
  constraints: Record<string, unknown> | undefined;
}

/**
 * Keeps which verbs each address is served with. Fastify itself compares an address with the patterns by their letters, so
 * that it knows no address with a parameter. Call before any route is registered, and after the entrances are kept apart.
 */
export function recordServedVerbs(server: FastifyInstance): void {
  const routes: ServedRoute[] = [];
  server.decorate(PLACE, routes);
  server.addHook('onRoute', ({ url, method, constraints }) => {
    // What takes every address, as the page does, is no address that somebody means.
    if (url.includes('*')) return;
    routes.push({ pattern: patternOf(url), verbs: [method].flat(), constraints });
  });
}

/** The verbs with which the request's address is served at the port that it came in by; none for an unknown address. */
export function servedVerbs(request: FastifyRequest): string[] {
  const [path = '/'] = request.url.split('?', 1);
  const routes = request.server.getDecorator<ServedRoute[]>(PLACE);
  const served = routes.filter(({ pattern, constraints }) => isOpenTo(request, constraints) && pattern.test(path));
  return VERBS.filter((verb) => served.some(({ verbs }) => verbs.includes(verb)));
}

/** `/ops/api/users/:id` as an expression in which each parameter is one part of the address that is not empty. */
function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}$`);
}
