import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { readConfiguration } from '../config/config.js';
import { FeedFactory } from './choose-feeds.js';
import type { SimulatedInstrument } from './simulated/simulated-instruments.js';

const GOLD: SimulatedInstrument = {
  symbol: 'XAU',
  category: 'commodity',
  startPrice: '4000',
  priceScale: 2,
  quantityScale: 2,
};
/** Nobody listens on port 1 of the loopback, so every venue is refused at once. */
const NOBODY = {
  BYBIT_STREAM_URL: 'ws://127.0.0.1:1',
  BYBIT_REST_URL: 'http://127.0.0.1:1',
  BINANCE_SPOT_STREAM_URL: 'ws://127.0.0.1:1',
  BINANCE_SPOT_REST_URL: 'http://127.0.0.1:1',
  BINANCE_FUTURES_STREAM_URL: 'ws://127.0.0.1:1',
  BINANCE_FUTURES_REST_URL: 'http://127.0.0.1:1',
};

describe('FeedFactory', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function choose(settings: Record<string, string>, played = [GOLD]) {
    const values = readConfiguration({
      DATABASE_URL: 'postgres://127.0.0.1/none',
      REDIS_URL: 'redis://127.0.0.1',
      ...NOBODY,
      ...settings,
    });
    const { feeds, origin } = await new FeedFactory({ values }, new FakeClock()).choose(played);
    return [feeds.map(({ venue }) => venue), origin];
  }

  /** Somebody who answers one path as a venue would. */
  async function answering(path: string, status = 200): Promise<string> {
    const server = createServer((request, response) => {
      response.writeHead(request.url === path ? status : 404).end('{}');
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each([
    [{ FEED: 'bybit' }, ['bybit', 'simulated'], 'live'],
    [{ FEED: 'binance' }, ['binance', 'simulated'], 'live'],
    [{ FEED: 'live' }, ['bybit', 'binance', 'simulated'], 'live'],
    [{ FEED: 'simulated' }, ['simulated'], 'simulated'],
    [{ FEED: 'none' }, [], 'simulated'],
    [{ FEED: 'bybit', CLOCK_URL: 'http://127.0.0.1:1/v5/market/time' }, ['bybit', 'simulated'], 'recorded'],
    [{ FEED: 'auto' }, ['simulated'], 'simulated'],
  ])('%j', async (settings, venues, origin) => {
    expect(await choose(settings)).toEqual([venues, origin]);
  });

  it('goes live when one venue answers, whichever it is', async () => {
    expect(await choose({ BYBIT_REST_URL: await answering('/v5/market/time') })).toEqual([
      ['bybit', 'binance', 'simulated'],
      'live',
    ]);
    expect(await choose({ BINANCE_FUTURES_REST_URL: await answering('/fapi/v1/time') })).toEqual([
      ['bybit', 'binance', 'simulated'],
      'live',
    ]);
  });

  it('does not take a refusal for an answer, as Binance gives it where it may not serve', async () => {
    const forbidden = await answering('/api/v3/time', 451);
    expect(await choose({ BINANCE_SPOT_REST_URL: forbidden })).toEqual([['simulated'], 'simulated']);
  });

  it('has no simulation where there is nothing to play', async () => {
    expect(await choose({ FEED: 'bybit' }, [])).toEqual([['bybit'], 'live']);
  });
});
