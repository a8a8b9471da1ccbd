import { createServer, type Server } from 'node:http';
import { freePort } from '../faults/product.js';
import { Balancer, onBalancer } from './balancer.js';
import { Visitor } from './visitor.js';

const GATEWAY = '127.0.7.4';

onBalancer('a command whose gateway dies before it answers', () => {
  let balancer: Balancer;
  let gateway: Server;
  let isReady = true;
  /** What the gateway was asked to do, and did. */
  let done = 0;
  /** How often it was asked for what has no effect. */
  let read = 0;

  beforeAll(async () => {
    const port = await freePort();
    gateway = createServer((request, reply) => {
      if (request.url?.startsWith('/api/futures') === true) {
        read += 1;
        return request.socket.destroy();
      }
      if (request.method !== 'POST') return reply.writeHead(isReady ? 200 : 503).end('{}');
      done += 1;
      return request.socket.destroy();
    });
    await new Promise<void>((listening) => gateway.listen(port, GATEWAY, listening));
    balancer = await Balancer.start({ addresses: () => [GATEWAY], port, deskPort: port }, 1000);
    for (const pool of ['gateways', 'living', 'desks']) await balancer.untilUp([GATEWAY], pool);
  }, 120_000);
  afterAll(async () => {
    await balancer?.stop();
    await new Promise((closed) => gateway.close(closed));
  });

  it.each(['PUBLIC', 'DESK'] as const)(
    'is answered as one of which nobody knows what became of it: %s',
    async (door) => {
      const before = done;
      const { status, text } = await new Visitor(balancer, '127.0.0.9', door).call('coin/trade', { amount: '1' });
      expect([status, JSON.parse(text)]).toEqual([502, expect.objectContaining({ code: 'request.outcome-unknown' })]);
      // It was done, and not sent once more.
      expect(done - before).toBe(1);
    },
  );

  it('is asked for once more where it has no effect, but for what a program has signed: that is good once', async () => {
    const visitor = new Visitor(balancer, '127.0.0.9');
    const asks = async (headers: Record<string, string>) => {
      const before = read;
      // Nobody answers; how that is said is another test's.
      await visitor.ask('/api/futures/positions', { headers }).catch(() => null);
      return read - before;
    };
    expect(await asks({ authorization: 'a token' })).toBeGreaterThan(1);
    expect(await asks({ 'x-api-key': 'a key' })).toBe(1);
  });

  it('is answered as one that was not done where there was no gateway at all', async () => {
    isReady = false;
    for (const pool of ['gateways', 'living']) await balancer.untilUp([], pool);
    const before = done;
    const { status, text } = await new Visitor(balancer, '127.0.0.9').call('coin/trade', { amount: '1' });
    expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ code: 'request.unavailable' })]);
    expect(done - before).toBe(0);
  });
});
