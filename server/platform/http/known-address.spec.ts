import Fastify from 'fastify';
import { connect } from 'node:net';
import { pinAddress } from './known-address.js';

it('is known to the end of a request whose sender has left', async () => {
  const server = Fastify();
  pinAddress(server);
  const seen: (string | undefined)[] = [];
  const looked = new Promise<void>((resolve) => {
    server.get('/', (request, reply) => {
      const { socket } = request.raw;
      socket.once('close', () => {
        seen.push(request.ip);
        reply.hijack();
        resolve();
      });
      socket.destroy();
    });
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as { port: number };
  const client = connect(port, '127.0.0.1', () => client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  client.on('error', () => undefined);
  await looked;
  await server.close();
  expect(seen).toEqual(['127.0.0.1']);
});
