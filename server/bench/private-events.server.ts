import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { WebSocketServer, type WebSocket } from 'ws';
import { createApplication } from '../application.js';
import { readConfiguration } from '../platform/config/config.js';
import { SessionRegistry, SessionResolver } from '../platform/realtime/session-resolver.js';

/**
 * The serving process of `server/bench/private-events.ts`. `gateway`: the product with the role of a gateway, where a token is
 * the user's number. `peer`: a bare `ws` server that hands each message of one Redis channel to the socket it names.
 */
const MODE = process.argv[2] === 'peer' ? 'peer' : 'gateway';

class TokenIsUser extends SessionResolver {
  resolve({ token }: { token: string | null }) {
    return Promise.resolve({ userId: token, sessionId: token });
  }

  ended(): Promise<string[]> {
    return Promise.resolve([]);
  }

  disabled(): Promise<string[]> {
    return Promise.resolve([]);
  }
}

async function serveGateway(): Promise<number> {
  const application = await createApplication(
    readConfiguration({
      ...process.env,
      ROLES: 'gateway',
      FEED: 'none',
      LOG_LEVEL: 'error',
      REALTIME_SOCKETS_PER_ADDRESS: '100000',
      REALTIME_HANDSHAKES_PER_SECOND: '100000',
    }),
  );
  await application.listen({ port: 0, host: '127.0.0.1' });
  application.get(SessionRegistry, { strict: false }).resolveWith(new TokenIsUser());
  return (application.getHttpServer().address() as AddressInfo).port;
}

async function servePeer(): Promise<number> {
  const server = createServer();
  const sockets = new Map<string, WebSocket>();
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
    sockets.set((request.url ?? '').slice(1), socket);
  });
  const redis = new Redis(process.env.REDIS_URL ?? '');
  redis.on('message', (_channel, text: string) => sockets.get(text.slice(0, text.indexOf(' ')))?.send(text));
  await redis.subscribe('bench:peer');
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const port = await (MODE === 'peer' ? servePeer() : serveGateway());
process.send?.({ port });
// The channel closes when the bench ends, however it ends.
process.once('disconnect', () => process.exit(0));
process.on('message', () => process.send?.({ cpuMicros: process.cpuUsage().user + process.cpuUsage().system }));
