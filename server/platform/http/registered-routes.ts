import type { FastifyInstance } from 'fastify';

/** Who may ask for what is served beside the controllers: the page and its files, or the operators' board. */
export type BesideAccess = 'everybody' | 'operators';

/** One route that the server has, whoever registered it. */
export interface RegisteredRoute {
  /** GET stands for HEAD, too. */
  method: string;
  url: string;
  /** As it was said when it was registered; null: nothing was, as of the controllers' routes, which say it themselves. */
  access: BesideAccess | null;
}

interface Registered {
  routes: RegisteredRoute[];
  /** What is being said of whatever is registered now. */
  access: BesideAccess | null;
  /** What is said of whatever will be registered below an address. */
  below: Map<string, BesideAccess>;
}

const PLACE = 'registeredRoutes';

/** Keeps every route that is registered from now on, with what is said of who may ask for it. */
export function recordRegisteredRoutes(server: FastifyInstance): void {
  const registered: Registered = { routes: [], access: null, below: new Map() };
  server.decorate(PLACE, registered);
  server.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      if (verb === 'HEAD') continue;
      const place = [...registered.below.keys()].find((start) => url.startsWith(`${start}/`)) ?? '';
      registered.routes.push({ method: verb, url, access: registered.below.get(place) ?? registered.access });
    }
  });
}

/** Registers what is no controller's, and says who may ask for it. What is registered without a word stops the start. */
export async function serveBeside(
  server: FastifyInstance,
  access: BesideAccess,
  register: () => unknown,
): Promise<void> {
  const registered = server.getDecorator<Registered>(PLACE);
  registered.access = access;
  try {
    await register();
  } finally {
    registered.access = null;
  }
}

/** The same for all below an address, of a package that registers its routes when the server starts and not before. */
export function sayOfAllBelow(server: FastifyInstance, access: BesideAccess, url: string): void {
  server.getDecorator<Registered>(PLACE).below.set(url, access);
}

/** Every route of the server; none where they are not kept. */
export function registeredRoutes(server: FastifyInstance): readonly RegisteredRoute[] {
  return server.hasDecorator(PLACE) ? server.getDecorator<Registered>(PLACE).routes : [];
}
