import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DESK_PATH } from './entrances.js';
import { pagePolicy } from './security-headers.js';

const NONCE_PLACE = '__CSP_NONCE__';
/** Where the bundler says what each page needs first: JSON of links by address. */
const EARLY_PLACE = /<!-- early (\{.*?\}) -->/;
/** What the bundler names after its content. */
const HASHED = /\/assets\/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/;

/**
 * Serves the built client: its files, and its page for every address that is none of ours, because the routes of the
 * page are in history mode. Does nothing where no client has been built.
 * @param reserved addresses that are not the page's, with all below them.
 * @param desk the same among those of the desk, which has its page at addresses of its own; null: there is no desk.
 */
export async function serveClient(
  server: FastifyInstance,
  folder: string,
  reserved: string[],
  desk: string[] | null,
): Promise<boolean> {
  const root = resolve(folder);
  const pagePath = join(root, 'index.html');
  if (!existsSync(pagePath)) return false;
  const page = new Page(readFileSync(pagePath, 'utf8'));
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['index.html*', ...(desk === null ? [`${DESK_PATH}/**`] : [])],
    setHeaders: (reply, path) => {
      // A file that is named after its content never changes.
      const forever = HASHED.test(path.replaceAll('\\', '/').replace(/\.(br|gz)$/, ''));
      void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  servePage(server, page, '', reserved);
  if (desk !== null) {
    server.get(`/${DESK_PATH}`, (request, reply) => sendPage(reply, page, pathOf(request)));
    servePage(server, page, `${DESK_PATH}/`, desk);
  }
  return true;
}

/** The page for every address below the one given, but for those of the API and of files that do not exist. */
function servePage(server: FastifyInstance, page: Page, below: string, reserved: string[]): void {
  server.get<{ Params: { '*': string } }>(`/${below}*`, (request, reply) => {
    // As the router has read it: what a browser wrote may be spelled in many ways.
    const path = below + request.params['*'];
    const isReserved = reserved.some((own) => path === own || path.startsWith(`${own}/`));
    return isReserved || basename(path).includes('.') ? reply.callNotFound() : sendPage(reply, page, pathOf(request));
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** The client's page: the same for every address, but for the links to what that address needs first. */
class Page {
  private readonly links: Map<string, string>;

  constructor(private readonly text: string) {
    const [, links = '{}'] = EARLY_PLACE.exec(text) ?? [];
    this.links = new Map(Object.entries(JSON.parse(links) as Record<string, string>));
  }

  at(path: string): string {
    return this.text.replace(EARLY_PLACE, () => this.links.get(path) ?? '');
  }
}

function sendPage(reply: FastifyReply, page: Page, path: string): FastifyReply {
  const text = page.at(path);
  const nonce = text.includes(NONCE_PLACE) ? randomBytes(16).toString('base64') : null;
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(nonce ? text.replaceAll(NONCE_PLACE, nonce) : text);
}
