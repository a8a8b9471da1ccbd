import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { EvmWatcher } from '../features/wallet/chain-watch/evm-watcher.js';
import { askNode } from '../features/wallet/chain-watch/node-request.js';
import { SystemClock } from '../platform/clock/clock.js';
import { VenueConnection } from '../platform/feeds/venue-connection.js';
import { VenueRest } from '../platform/feeds/venue-rest.js';
import { Breaker, DependencyAway } from '../platform/health/breaker.js';
import { HttpSmsSender } from '../platform/messages/http-sms-sender.js';
import type { Message } from '../platform/messages/messages.js';
import { SmtpMailSender } from '../platform/messages/smtp-mail-sender.js';
import { until } from './gateway.js';

/** Something outside that takes connections and never says a word: whoever asks it gets an error and no endless wait. */

const SOON_MS = 100;
const MESSAGE: Message = { to: 'a@example.com', kind: 'register', subject: 'Code', text: 'Code', code: null };

let server: Server;
let sockets: Socket[];
let port: number;

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    // Read, so that an end is seen; never answered.
    socket.resume();
    sockets.push(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
});

const CASES: [what: string, ask: () => Promise<unknown>][] = [
  [
    'a mail server',
    () =>
      new SmtpMailSender(`smtp://127.0.0.1:${port}`, 'from@example.com', { silenceMs: SOON_MS, wholeMs: 60_000 }).send(
        MESSAGE,
        'key',
      ),
  ],
  [
    'a provider of text messages',
    () => new HttpSmsSender(`http://127.0.0.1:${port}`, '', 'any', SOON_MS).send(MESSAGE, 'key'),
  ],
  ['a node of a chain', () => askNode(`http://127.0.0.1:${port}`, {}, SOON_MS)],
  ['a venue', () => new VenueRest(`http://127.0.0.1:${port}`, 0, new SystemClock(), 'any', SOON_MS).get('/bars', {})],
];

it.each(CASES)('%s: the call fails, and its connection is given up', async (_what, ask) => {
  await expect(ask()).rejects.toThrow();
  expect(sockets).toHaveLength(1);
  await until('the connection has ended', () => sockets.every((socket) => socket.destroyed || socket.readableEnded));
});

it('a venue’s stream: the handshake ends, and the next one is tried', async () => {
  const reasons: string[] = [];
  const connection = new VenueConnection(
    { url: `ws://127.0.0.1:${port}`, subscriptions: () => [] },
    {
      opened: () => undefined,
      frame: () => undefined,
      closed: (reason) => reasons.push(reason),
      failed: () => undefined,
    },
    { handshakeMs: SOON_MS, backoffBaseMs: 1, checkEveryMs: 5 },
  );
  await connection.start();
  await until('it has tried again', () => sockets.length > 1);
  expect(reasons.length).toBeGreaterThan(0);
  await connection.stop();
});

it('a node of a chain that is down is asked five times, and then by nobody', async () => {
  server.on('connection', (socket: Socket) => socket.destroy());
  const breaker = new Breaker('evm-node', new SystemClock());
  const watcher = new EvmWatcher(`http://127.0.0.1:${port}`, breaker);
  const network = { contract: null } as Parameters<EvmWatcher['find']>[0];
  const look = () => watcher.find(network, 'ab'.repeat(32)).catch((error: unknown) => error);
  for (let count = 0; count < 5; count += 1) expect(await look()).not.toBeInstanceOf(DependencyAway);
  const asked = sockets.length;
  for (let count = 0; count < 50; count += 1) expect(await look()).toBeInstanceOf(DependencyAway);
  expect(sockets).toHaveLength(asked);
});
