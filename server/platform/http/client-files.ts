import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../config/config.js';
import { DESK_PATH } from './entrances.js';
import { pagePolicy, WORKER_POLICY } from './security-headers.js';

const NONCE_PLACE = '__CSP_NONCE__';
const TILES_PLACE = '__MAP_TILES__';
const ATTRIBUTION_PLACE = '__MAP_ATTRIBUTION__';
/** The page's worker. What the reply with it says of its policy holds for all that it does. */
const WORKER = 'worker.js';
/** Where the bundler says what each page needs first: JSON of links by address, and by `*` for all other addresses but the desk's. */
const EARLY_PLACE = /<!-- early (\{.*?\}) -->/;
/** Where it says in which shape each page begins: JSON of markup by address, by the desk's name, and by `*` for all other addresses. */
const SHAPE_PLACE = /<!-- shapes (\{.*?\}) -->/;
/** The page is written in dark; whoever has chosen light says so with every request, and gets the first picture in it. */
const LIGHT_COOKIE = /(?:^|;\s*)appearance=light(?:;|$)/;
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
  { CLIENT_FOLDER, MAP_TILES, MAP_ATTRIBUTION }: Pick<Configuration, 'CLIENT_FOLDER' | 'MAP_TILES' | 'MAP_ATTRIBUTION'>,
  reserved: string[],
  desk: string[] | null,
): Promise<boolean> {
  const root = resolve(CLIENT_FOLDER);
  const pagePath = join(root, 'index.html');
  if (!existsSync(pagePath)) return false;
  const tiles = { address: MAP_TILES, attribution: MAP_ATTRIBUTION };
  const page = new Page(readFileSync(pagePath, 'utf8'), tiles);
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['index.html*', ...(desk === null ? [`${DESK_PATH}/**`] : [])],
    setHeaders: (reply, path) => {
      // A file that is named after its content never changes.
      const file = path.replaceAll('\\', '/').replace(/\.(br|gz)$/, '');
      void reply.header('cache-control', HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (file === `${root.replaceAll('\\', '/')}/${WORKER}`)
        void reply.header('content-security-policy', WORKER_POLICY);
    },
  });
  servePage(server, page, '', reserved);
  if (desk !== null) {
    server.get(`/${DESK_PATH}`, (request, reply) => sendPage(request, reply, page));
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
    return isReserved || basename(path).includes('.') ? reply.callNotFound() : sendPage(request, reply, page);
  });
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

/** The client's page: the same for every address, but for its shape and the links to what it needs first. */
class Page {
  private readonly links: Map<string, string>;
  private readonly shapes: Map<string, string>;

  /** The text that the file has for every installation, with what this one says of its map. */
  private readonly text: string;
  /** Where the map's pictures come from; null: from nowhere. */
  readonly pictures: string | null;

  constructor(file: string, { address, attribution }: { address: string; attribution: string }) {
    const text = file.replace(TILES_PLACE, () => address).replace(ATTRIBUTION_PLACE, () => attribution);
    this.text = text;
    this.pictures = address === '' ? null : new URL(address.replaceAll(/[{}]/g, '')).origin;
    this.links = byAddress(EARLY_PLACE, text);
    this.shapes = byAddress(SHAPE_PLACE, text);
  }

  at(path: string, isLight: boolean): string {
    const isDesk = path.startsWith(`/${DESK_PATH}`);
    const page = this.text
      .replace(EARLY_PLACE, () => this.links.get(path) ?? (isDesk ? '' : this.links.get('*')) ?? '')
      .replace(SHAPE_PLACE, () => this.shapes.get(isDesk ? DESK_PATH : path) ?? this.shapes.get('*') ?? '');
    if (!isLight) return page;
    return page
      .replace('data-mantine-color-scheme="dark"', 'data-mantine-color-scheme="light"')
      .replace('content="#0b0f14"', 'content="#f5f7f9"');
  }
}

function byAddress(place: RegExp, text: string): Map<string, string> {
  const [, entries = '{}'] = place.exec(text) ?? [];
  return new Map(Object.entries(JSON.parse(entries) as Record<string, string>));
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const text = page.at(pathOf(request), LIGHT_COOKIE.test(request.headers.cookie ?? ''));
  const nonce = text.includes(NONCE_PLACE) ? randomBytes(16).toString('base64') : null;
  return reply
    .header('content-security-policy', pagePolicy(nonce, page.pictures))
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie')
    .type('text/html; charset=utf-8')
    .send(nonce ? text.replaceAll(NONCE_PLACE, nonce) : text);
}
