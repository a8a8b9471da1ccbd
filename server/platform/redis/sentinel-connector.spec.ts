import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { until } from '../../test/gateway.js';
import { startTcpProxy, type TcpProxy } from '../../test/tcp-proxy.js';
import { readConfiguration } from '../config/config.js';
import { openSubscriber } from './redis.js';

const REDIS_URL = process.env.TEST_REDIS_URL ?? '';

/** Says which port is the primary's when it is let, and when another one is, as a sentinel does in RESP 3. */
class Sentinel {
  port = 0;
  primary = 0;
  isSilent = false;
  /** Questions for the primary that it has not answered. */
  readonly asked: Socket[] = [];
  private readonly listening: Socket[] = [];
  private readonly sockets: Socket[] = [];
  private readonly server: Server = createServer((socket) => {
    this.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => this.hear(socket, bytes.toString().toLowerCase()));
  });

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.port = (this.server.address() as AddressInfo).port;
  }

  say(socket: Socket): void {
    const port = String(this.primary);
    socket.write(`*2\r\n$9\r\n127.0.0.1\r\n$${port.length}\r\n${port}\r\n`);
  }

  announce(): void {
    const words = 'gateway 127.0.0.1 1 127.0.0.1 2';
    for (const socket of this.listening)
      socket.write(`>3\r\n$7\r\nmessage\r\n$14\r\n+switch-master\r\n$${words.length}\r\n${words}\r\n`);
  }

  get listeners(): number {
    return this.listening.length;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private hear(socket: Socket, words: string): void {
    if (words.includes('get-master-addr-by-name')) {
      if (this.isSilent) this.asked.push(socket);
      else this.say(socket);
    } else if (words.includes('subscribe')) {
      this.listening.push(socket);
      socket.write('>3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
    } else if (words.includes('sentinels')) socket.write('*0\r\n');
    else socket.write('+OK\r\n'.repeat(words.split('\r\n').filter((line) => line.startsWith('*')).length));
  }
}

let sentinel: Sentinel;
let servers: TcpProxy[];
let redis: Redis;

beforeEach(async () => {
  sentinel = new Sentinel();
  await sentinel.listen();
  const port = Number(new URL(REDIS_URL).port);
  servers = [await startTcpProxy(port), await startTcpProxy(port)];
  sentinel.primary = portOf(0);
  const settings = { NODE_ENV: 'test', DATABASE_URL: 'postgres://u@127.0.0.1/d', REDIS_URL };
  redis = openSubscriber(readConfiguration({ ...settings, REDIS_SENTINELS: `127.0.0.1:${sentinel.port}` })) as Redis;
  await until('it is connected and listens for changes', () => redis.status === 'ready' && sentinel.listeners === 1);
});
afterEach(async () => {
  redis.disconnect();
  sentinel.close();
  await Promise.all(servers.map((server) => server.close()));
});

const portOf = (place: number) => servers[place]?.port ?? 0;

it('a connection that is told of a change while it asks for the primary is made all the same', async () => {
  sentinel.isSilent = true;
  await servers[0]?.close();
  await until('it asks for the primary', () => sentinel.asked.length > 0);
  sentinel.announce();
  sentinel.primary = portOf(1);
  sentinel.isSilent = false;
  // Time for the word to be heard before the answer.
  await new Promise((done) => setTimeout(done, 50));
  for (const socket of sentinel.asked) sentinel.say(socket);
  await until('it is at the new primary', () => redis.status === 'ready' && redis.stream?.remotePort === portOf(1));
});

it('a connection that stands leaves a server at the word of a change', async () => {
  sentinel.primary = portOf(1);
  sentinel.announce();
  await until('it is at the new primary', () => redis.status === 'ready' && redis.stream?.remotePort === portOf(1));
  await until('it listens for the next change', () => sentinel.listeners === 2);
});

it('a connection that was ended stays ended, whatever is announced', async () => {
  redis.disconnect();
  await until('it has ended', () => redis.status === 'end');
  sentinel.announce();
  await new Promise((done) => setTimeout(done, 300));
  expect(redis.status).toBe('end');
});
