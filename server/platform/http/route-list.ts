import { Injectable, type OnModuleInit, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { ACCESS, type Access } from './access.js';
import { DESK_API_PATH } from './entrances.js';

/** One route as its controller declares it. */
export interface DeclaredRoute {
  method: string;
  /** Without the prefix `api/`. */
  path: string;
  /** Controller and method, for people. */
  handler: string;
  access: Access;
}

interface FoundRoute extends Omit<DeclaredRoute, 'access'> {
  access: Access | undefined;
}

type Controller = { name: string; prototype: Record<string, unknown> };

/** Every route of every controller. A route that says nothing about who may call it stops the start. */
@Injectable()
export class RouteList implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
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
    const astray = routes.filter(
      ({ access, path }) => access?.kind === 'operator' && !path.startsWith(`${DESK_API_PATH}/`),
    );
    if (astray.length > 0) throw new Error(`These calls of operators do not lie at the desk: ${namesOf(astray)}`);
  }

  all(): DeclaredRoute[] {
    return this.find().flatMap(({ access, ...route }) => (access ? [{ ...route, access }] : []));
  }

  private find(): FoundRoute[] {
    return this.discovery
      .getControllers()
      .map(({ metatype }) => metatype as Controller | null)
      .filter((controller) => controller !== null)
      .flatMap((controller) =>
        this.scanner
          .getAllMethodNames(controller.prototype)
          .flatMap((name) => routesOf(controller, name, controller.prototype[name])),
      );
  }
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
    })),
  );
}
