import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Configuration } from '../config/config.js';

/** Where the operators' desk lies: its page, and below it its calls. */
export const DESK_PATH = 'ops';
export const DESK_API_PATH = 'ops/api';
/** What the paths of the contract's calls begin with. */
export const API_PREFIX = 'api';
/** Calls that every process answers, whatever its role. */
export const HEALTH_PATHS = ['healthz', 'readyz', 'metrics'];
const FIGURES = '/metrics';
/** Paths that do not begin with the prefix. */
export const UNPREFIXED = [...HEALTH_PATHS, `${DESK_API_PATH}/*call`];

/** The address at which the router has a call, by the path that its controller declares. */
export function addressOfCall(path: string): string {
  const isBare = HEALTH_PATHS.includes(path) || isBelow(`/${path}`, DESK_API_PATH);
  return isBare ? `/${path}` : `/${API_PREFIX}/${path}`;
}

/** At the public port, at a port of its own, or not in this process. */
export type DeskPlace = 'public' | 'own port' | 'nowhere';

/** Where the configuration puts the desk. Production serves it at a port of its own or not at all. */
export function deskPlace({ OPS_ENABLED, OPS_PORT, NODE_ENV, ROLES }: Configuration): DeskPlace {
  if (!OPS_ENABLED || !ROLES.includes('gateway')) return 'nowhere';
  if (OPS_PORT !== undefined) return 'own port';
  return NODE_ENV === 'production' ? 'nowhere' : 'public';
}

/** The router's constraint on routes that answer at one entrance only: requests of the others do not find them. */
const CONSTRAINT = 'entrance';

/** The desk's port, and that of the figures. */
type InnerEntrance = 'inner' | 'figures';
const innerRequests = new WeakMap<IncomingMessage, InnerEntrance>();

/** For the ports beside the public one only: the request came in by it. */
export function comesFromInside(request: IncomingMessage, entrance: InnerEntrance): void {
  innerRequests.set(request, entrance);
}

/** Whether the request came in by a port that strangers do not reach. */
export function isFromInside({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return innerRequests.has(raw);
}

/** Whether a route that is kept to an entrance, by its constraints, answers a request. */
export function isOpenTo(
  { raw }: Pick<FastifyRequest, 'raw'>,
  constraints: Record<string, unknown> | undefined,
): boolean {
  const constraint = constraints?.[CONSTRAINT];
  return constraint === undefined || constraint === innerRequests.get(raw);
}

/** Whether the route that the router has found is one of the desk. */
export function isDeskRoute({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return isBelow(routeOptions.url ?? '', DESK_PATH);
}

/** Whether a request means a call of the contract, known or not: those clients read the envelope and no status. */
export function isContractCall({ routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>): boolean {
  const { url: route } = routeOptions;
  return isBelow(route === undefined || route.includes('*') ? (url.split('?', 1)[0] ?? '') : route, API_PREFIX);
}

/** Whether strangers reach the process's port and are told nothing of how the product is. */
function hidesFromStrangers({ NODE_ENV, ROLES }: Configuration): boolean {
  return NODE_ENV === 'production' && ROLES.includes('gateway');
}

/** Whether whoever asks may know how the parts of the product are. */
export function mayDiagnose(request: Pick<FastifyRequest, 'raw'>, configuration: Configuration): boolean {
  return !hidesFromStrangers(configuration) || isFromInside(request);
}

/**
 * Makes the router itself keep the entrances apart. What decides is the address that a route declares, never the one
 * that a request spells: the router does not find an inner route for a request of the public port, however the address
 * is written. Call before any route is registered.
 */
export function separateEntrances(server: FastifyInstance, configuration: Configuration): void {
  server.addConstraintStrategy({
    name: CONSTRAINT,
    storage: () => {
      const handlers = new Map<unknown, never>();
      return {
        get: (value) => handlers.get(value) ?? null,
        set: (value, handler) => handlers.set(value, handler as never),
      };
    },
    deriveConstraint: (request) => innerRequests.get(request as IncomingMessage) ?? 'public',
    validate: () => undefined,
  });
  const place = deskPlace(configuration);
  const hidesDiagnostics = hidesFromStrangers(configuration);
  server.addHook('onRoute', (route) => {
    const isOfFigures = configuration.METRICS_PORT !== undefined && route.url === FIGURES;
    const isInner = isBelow(route.url, DESK_PATH) ? place !== 'public' : hidesDiagnostics && isDiagnosis(route.url);
    if (isOfFigures) route.constraints = { ...route.constraints, [CONSTRAINT]: 'figures' satisfies InnerEntrance };
    else if (isInner) route.constraints = { ...route.constraints, [CONSTRAINT]: 'inner' satisfies InnerEntrance };
  });
}

/** Takes the desk's calls out of a process that does not serve them. Call before the application is initialised. */
export function withoutDeskCalls(application: NestFastifyApplication): void {
  for (const module of application.get(ModulesContainer).values()) {
    for (const [token, { metatype }] of module.controllers) {
      const path: unknown = metatype && Reflect.getMetadata(PATH_METADATA, metatype);
      if (typeof path === 'string' && isBelow(`/${path}`, DESK_PATH)) module.controllers.delete(token);
    }
  }
}

/** What says how the product is made and how it is: for whoever runs it. */
function isDiagnosis(url: string): boolean {
  return url === FIGURES || url.startsWith('/api/docs');
}

function isBelow(url: string, path: string): boolean {
  return url === `/${path}` || url.startsWith(`/${path}/`);
}

/**
 * Leaves of X-Forwarded-For what as many proxies have written as stand before the port. Whatever a client wrote before
 * them is not there any more for whoever reads the address of the request.
 */
export function believeForwarded({ headers }: IncomingMessage, proxies: number): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const named = proxies === 0 ? [] : String(forwarded).split(',').slice(-proxies);
  if (named.length === 0) delete headers['x-forwarded-for'];
  else headers['x-forwarded-for'] = named.join(',');
}
