import { Injectable, type OnApplicationBootstrap, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, HttpAdapterHost, MetadataScanner } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ACCESS, type Access } from './access.js';
import { KEY_ACCESS, type KeyAccess } from './keys/key-access.js';
import { addressOfCall, DESK_API_PATH, DESK_PATH } from './entrances.js';
import { type RegisteredRoute, registeredRoutes } from './registered-routes.js';

/** One route as its controller declares it. */
export interface DeclaredRoute {
  method: string;
  /** Without the prefix `api/`. */
  path: string;
  /** Controller and method, for people. */
  handler: string;
  access: Access;
  /** Which keys open it; null: none does. */
  keys: KeyAccess | null;
}

interface FoundRoute extends Omit<DeclaredRoute, 'access'> {
  access: Access | undefined;
}

/** A class with routes. */
export type Controller = { name: string; prototype: Record<string, unknown> };

/** Every route of every controller. A route that says nothing about who may call it stops the start. */
@Injectable()
export class RouteList implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly adapter: HttpAdapterHost,
  ) {}

  /** @throws Error naming every route without a declaration, or every operators' call that is not at the desk. */
  onModuleInit(): void {
    const routes = this.find();
    const silent = routes.filter(({ access }) => access === undefined);
    if (silent.length > 0) {
      throw new Error(
        `These routes do not declare who may call them (@Public, @SignedIn, @ForOperator): ${namesOf(silent)}`,
      );
    }
    const opened = routes.filter(({ access, keys }) => keys !== null && access?.kind !== 'signed-in');
    if (opened.length > 0) throw new Error(`These calls are open to keys, and to no user: ${namesOf(opened)}`);
    const astray = routes.filter(
      ({ access, path }) => access?.kind === 'operator' && !path.startsWith(`${DESK_API_PATH}/`),
    );
    if (astray.length > 0) throw new Error(`These calls of operators do not lie at the desk: ${namesOf(astray)}`);
  }

  /**
   * When everything is registered, what is no controller's as well.
   * @throws Error naming every route of the server of which nobody has said who may ask for it.
   */
  onApplicationBootstrap(): void {
    const named = (routes: RegisteredRoute[]) => routes.map(({ method, url }) => `${method} ${url}`).join(', ');
    const beside = this.beside();
    const silent = beside.filter(({ access }) => access === null);
    if (silent.length > 0) throw new Error(`Nobody has said who may ask for these: ${named(silent)}`);
    const astray = beside.filter(({ url, access }) => access === 'operators' && !url.startsWith(`/${DESK_PATH}/`));
    if (astray.length > 0) throw new Error(`These are for operators and do not lie at the desk: ${named(astray)}`);
  }

  /** What the server has beside the calls of controllers, and what nobody has declared. */
  beside(): RegisteredRoute[] {
    const server = this.adapter.httpAdapter?.getInstance<FastifyInstance>();
    if (!server?.hasDecorator) return [];
    const declared = new Set(this.all().map(({ method, path }) => `${method} ${addressOfCall(path)}`));
    return registeredRoutes(server).filter(({ method, url }) => !declared.has(`${method} ${url}`));
  }

  all(): DeclaredRoute[] {
    return this.find().flatMap(({ access, ...route }) => (access ? [{ ...route, access }] : []));
  }

  private find(): FoundRoute[] {
    return foundRoutes(
      this.discovery.getControllers().map(({ metatype }) => metatype as Controller | null),
      this.scanner,
    );
  }
}

/** The routes that controllers declare, also of an application that was never started. */
export function declaredRoutes(controllers: readonly (Controller | null)[]): DeclaredRoute[] {
  return foundRoutes(controllers, new MetadataScanner()).flatMap(({ access, ...route }) =>
    access ? [{ ...route, access }] : [],
  );
}

function foundRoutes(controllers: readonly (Controller | null)[], scanner: MetadataScanner): FoundRoute[] {
  return controllers
    .filter((controller) => controller !== null)
    .flatMap((controller) =>
      scanner
        .getAllMethodNames(controller.prototype)
        .flatMap((name) => routesOf(controller, name, controller.prototype[name])),
    );
}

function namesOf(routes: readonly FoundRoute[]): string {
  return routes.map(({ handler, method, path }) => `${handler} (${method} ${path})`).join(', ');
}

function routesOf(controller: Controller, name: string, handler: unknown): FoundRoute[] {
  if (typeof handler !== 'function') return [];
  const paths = Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined;
  if (paths === undefined) return [];
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const access = (Reflect.getMetadata(ACCESS, handler) ?? Reflect.getMetadata(ACCESS, controller)) as
    | Access
    | undefined;
  const keys = (Reflect.getMetadata(KEY_ACCESS, handler) ?? null) as KeyAccess | null;
  const bases = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[] | undefined].flat();
  return bases.flatMap((base) =>
    [paths].flat().map((path) => ({
      method,
      path: [base, path]
        .map((part) => (part ?? '').replace(/^\/+|\/+$/g, ''))
        .filter(Boolean)
        .join('/'),
      handler: `${controller.name}.${name}`,
      access,
      keys,
    })),
  );
}
