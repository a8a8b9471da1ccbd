import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy } from './security-headers.js';

const NONCE_PLACE = '__CSP_NONCE__';
/** What the bundler names after its content. */
const HASHED = /\/assets\/[^/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/;

/**
 * Serves the built client: its files, and its page for every address that is none of ours, because the routes of the
 * page are in history mode. Does nothing where no client has been built.
 */
export async function serveClient(server: FastifyInstance, folder: string, reserved: string[]): Promise<boolean> {
  const root = resolve(folder);
  const pagePath = join(root, 'index.html');
  if (!existsSync(pagePath)) return false;
  const page = readFileSync(pagePath, 'utf8');
  await server.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ['index.html*'],
    setHeaders: (reply, path) => {
      // A file that is named after its content never changes.
      const forever = HASHED.test(path.replaceAll('\\', '/').replace(/\.(br|gz)$/, ''));
      void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/*', (request, reply) => {
    if (isOurs(request, reserved)) return reply.callNotFound();
    return sendPage(reply, page);
  });
  return true;
}

/** Addresses of the API and of files that do not exist are answered as not found, not with the page. */
function isOurs(request: FastifyRequest, reserved: string[]): boolean {
  const [path = '/'] = request.url.split('?', 1);
  const isReserved = reserved.some((own) => path === `/${own}` || path.startsWith(`/${own}/`));
  return isReserved || basename(path).includes('.');
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = page.includes(NONCE_PLACE) ? randomBytes(16).toString('base64') : null;
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(nonce ? page.replaceAll(NONCE_PLACE, nonce) : page);
}
