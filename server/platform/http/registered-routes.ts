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
}

const PLACE = 'registeredRoutes';

/** Keeps every route that is registered from now on, with what is said of who may ask for it. */
export function keepRegisteredRoutes(server: FastifyInstance): void {
  const registered: Registered = { routes: [], access: null };
  server.decorate(PLACE, registered);
  server.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) {
      if (verb !== 'HEAD') registered.routes.push({ method: verb, url, access: registered.access });
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
    // Packages register their routes when they are loaded, which is put off until somebody waits for it.
    await server.after();
  } finally {
    registered.access = null;
  }
}

/** Every route of the server; none where they are not kept. */
export function registeredRoutes(server: FastifyInstance): readonly RegisteredRoute[] {
  return server.hasDecorator(PLACE) ? server.getDecorator<Registered>(PLACE).routes : [];
}
