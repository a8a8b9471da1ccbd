import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import * as fc from 'fast-check';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { until } from '../../test/fakes/recording-sink.js';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { backoffDelay, type ConnectionOptions, type ConnectionPlan, VenueConnection } from './venue-connection.js';

/** A venue that writes down what it hears. */
class Venue {
  readonly server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  readonly clients: WebSocket[] = [];
  readonly heard: string[] = [];
  pings = 0;
  url = '';

  static async open(): Promise<Venue> {
    const venue = new Venue();
    if (!venue.server.address()) await once(venue.server, 'listening');
    venue.url = `ws://127.0.0.1:${(venue.server.address() as AddressInfo).port}`;
    return venue;
  }

  private constructor() {
    this.server.on('connection', (client) => {
      this.clients.push(client);
      client.on('message', (payload: Buffer) => this.heard.push(payload.toString()));
      client.on('ping', () => {
        this.pings += 1;
      });
    });
  }

  close(): void {
    for (const client of this.server.clients) client.terminate();
    this.server.close();
  }
}

describe('VenueConnection', () => {
  const open: { close(): unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  function connect(venue: Venue, options: ConnectionOptions = {}, plan: Partial<ConnectionPlan> = {}) {
    const log: string[] = [];
    const connection = new VenueConnection(
      { url: venue.url, subscriptions: () => ['subscribe me'], ...plan },
      {
        opened: () => log.push('opened'),
        frame: (text) => {
          log.push(`frame ${text}`);
          if (text === 'poison') throw new Error('the listener failed');
        },
        closed: (reason) => log.push(`closed ${reason}`),
        failed: (error) => log.push(`failed ${String(error)}`),
      },
      { backoffBaseMs: 1, checkEveryMs: 5, ...options },
    );
    open.push(venue, { close: () => connection.stop() });
    return { connection, log };
  }

  it('subscribes after opening, and again after every cut', async () => {
    const venue = await Venue.open();
    const { connection, log } = connect(venue);
    await connection.start();
    await until(() => venue.heard.length === 1, 'the subscription');
    venue.clients[0]?.terminate();
    await until(() => venue.heard.length === 2, 'the subscription after the cut');
    venue.clients[1]?.close(1012, 'restart');
    await until(() => venue.heard.length === 3, 'the subscription after the restart');
    expect(venue.heard).toEqual(['subscribe me', 'subscribe me', 'subscribe me']);
    expect(log).toContain('closed 1012 restart');
  });

  it('lets nothing out that a frame or a listener does', async () => {
    const venue = await Venue.open();
    const { connection, log } = connect(venue, { maxMessageBytes: 1000 });
    await connection.start();
    await until(() => venue.clients.length === 1, 'the connection');
    venue.clients[0]?.send('poison');
    venue.clients[0]?.send(Buffer.from([0xff, 0x00]));
    venue.clients[0]?.send('still here');
    await until(() => log.includes('frame still here'), 'the frame after the poison');
    expect(log).toContain('failed Error: the listener failed');
    venue.clients[0]?.send('x'.repeat(1001));
    await until(() => venue.clients.length === 2, 'the connection after the oversized message');
    expect(log.some((line) => line.startsWith('closed 1006'))).toBe(true);
  });

  it('pings a quiet venue with its own words and gives up a silent one', async () => {
    const venue = await Venue.open();
    const clock = new FakeClock();
    const { connection, log } = connect(venue, { clock }, { ping: '{"op":"ping"}' });
    await connection.start();
    clock.advance(5000);
    await until(() => venue.heard.includes('{"op":"ping"}'), 'the ping');
    venue.clients[0]?.send('pong');
    await until(() => log.includes('frame pong'), 'the answer');
    clock.advance(11_900);
    await until(() => venue.heard.filter((one) => one.includes('ping')).length === 2, 'the second ping');
    expect(log.some((line) => line.startsWith('closed'))).toBe(false);
    clock.advance(200);
    await until(() => venue.clients.length === 2, 'a new connection');
    expect(log).toContain('closed silent for 12 s');
  });

  it('keeps the heartbeat also on a busy connection, with a ping frame where the venue has no words for it', async () => {
    const venue = await Venue.open();
    const clock = new FakeClock();
    const { connection } = connect(venue, { clock, idleMs: 60_000, silenceMs: 120_000 }, { heartbeatMs: 20_000 });
    await connection.start();
    clock.advance(20_000);
    await until(() => venue.pings === 1, 'the ping frame');
  });

  it('is replaced before the venue closes it, and the old one stays until the new one speaks', async () => {
    const venue = await Venue.open();
    const clock = new FakeClock();
    const { connection, log } = connect(venue, { clock, silenceMs: 1e12, idleMs: 1e12 }, { rotateAfterMs: 85_000_000 });
    await connection.start();
    clock.advance(85_000_000);
    await until(() => venue.clients.length === 2 && venue.heard.length === 2, 'the second connection');
    venue.clients[0]?.send('from the old');
    await until(() => log.includes('frame from the old'), 'the frame of the old connection');
    venue.clients[1]?.send('from the new');
    await until(() => log.includes('frame from the new'), 'the frame of the new connection');
    await until(() => venue.server.clients.size === 1, 'the end of the old connection');
    expect(log).toEqual(['opened', 'frame from the old', 'frame from the new']);
  });

  it('has one connection where the old one ends before the new one speaks', async () => {
    const venue = await Venue.open();
    const { connection, log } = connect(venue, { backoffBaseMs: 300, backoffCapMs: 300, random: () => 0.99 });
    await connection.start();
    connection.rotate();
    await until(() => venue.clients.length === 2 && venue.heard.length === 2, 'the second connection');
    venue.clients[0]?.close(1012, 'restart');
    await until(() => log.includes('closed 1012 restart'), 'the end of the first');
    venue.clients[1]?.send('from the new');
    await until(() => log.includes('frame from the new'), 'the frame of the new connection');
    expect(log).toEqual(['opened', 'closed 1012 restart', 'opened', 'frame from the new']);
    // Longer than the back-off, after which another one would come.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(venue.clients).toHaveLength(2);
    await connection.stop();
    await until(() => venue.server.clients.size === 0, 'the end of all');
  });

  it('grows its back-off to the cap, within which the wait is drawn', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffDelay(attempt, 500, 15_000, () => 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
    ]);
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, draw) => {
        const delay = backoffDelay(attempt, 500, 15_000, () => draw);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThanOrEqual(15_000);
      }),
    );
  });

  it('waits longer after every short-lived connection, and starts over after one that was stable', async () => {
    const venue = await Venue.open();
    const clock = new FakeClock();
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const options = { clock, random: () => 1, backoffBaseMs: 11, silenceMs: 1e12, idleMs: 1e12 };
    const { connection } = connect(venue, options);
    await connection.start();
    await until(() => venue.heard.length === 1, 'the first connection');
    for (const lived of [0, 29_999, 0, 30_000, 0]) {
      const before = venue.clients.length;
      clock.advance(lived);
      venue.clients.at(-1)?.terminate();
      await until(() => venue.heard.length === before + 1, 'the next connection');
    }
    const waits = timers.mock.calls.map(([, wait]) => wait).filter((wait) => (wait ?? 0) % 11 === 0 && wait !== 0);
    timers.mockRestore();
    expect(waits).toEqual([11, 22, 44, 11, 22]);
  });

  it('does not hold up its caller when the venue cannot be reached, goes on trying, and stops', async () => {
    const venue = await Venue.open();
    const { url } = venue;
    venue.close();
    const { connection, log } = connect(venue, {}, { url });
    await connection.start();
    await until(() => log.length >= 2, 'two failed attempts');
    await connection.stop();
    const { length } = log;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(log).toHaveLength(length);
    expect(log.every((line) => line.startsWith('closed'))).toBe(true);
  });
});
