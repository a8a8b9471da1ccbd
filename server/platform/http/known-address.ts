import type { FastifyInstance } from 'fastify';

/**
 * Keeps from where a request came for as long as it is worked on. A socket forgets its address when the other side leaves,
 * and whoever counts by addresses or writes one down would then have none. Who has left before is worked for no more.
 */
export function pinAddress(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const address = request.ip as string | undefined;
    if (address === undefined) {
      reply.hijack();
      request.raw.destroy();
      return;
    }
    Object.defineProperty(request, 'ip', { value: address });
    done();
  });
}
