import { readFileSync } from 'node:fs';
import fastify from 'fastify';

/** A bare Fastify route that sends the bytes of a file: the peer of `server/bench/http.ts`. Arguments: port, files. */
const [port = '0', ...files] = process.argv.slice(2);
const server = fastify();
files.forEach((file, index) => {
  const bytes = readFileSync(file);
  server.get(`/${index}`, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
  );
});
await server.listen({ port: Number(port), host: '127.0.0.1' });
