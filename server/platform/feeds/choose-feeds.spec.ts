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
  OKX_STREAM_URL: 'ws://127.0.0.1:1',
  OKX_REST_URL: 'http://127.0.0.1:1',
};

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://trade.example',
  PASSWORD_PEPPER: 'x'.repeat(40),
  SECRET_KEY: 'x'.repeat(40),
};

describe('FeedFactory', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function choose(settings: Record<string, string>, played = [GOLD]) {
    const { feeds, origin } = await factory(settings).choose(played);
    return [feeds.map(({ venue }) => venue), origin];
  }

  function factory(settings: Record<string, string>): FeedFactory {
    const values = readConfiguration({
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://127.0.0.1/none',
      REDIS_URL: 'redis://127.0.0.1',
      ...NOBODY,
      PROVIDERS_MAY_BE_PRIVATE: 'true',
      ...settings,
    });
    return new FeedFactory({ values }, new FakeClock());
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
    [{ FEED: 'okx' }, ['okx', 'simulated'], 'live'],
    [{ FEED: 'live' }, ['bybit', 'binance', 'okx', 'simulated'], 'live'],
    [{ FEED: 'simulated' }, ['simulated'], 'simulated'],
    [{ FEED: 'none' }, [], 'simulated'],
    [{ FEED: 'bybit', CLOCK_URL: 'http://127.0.0.1:1/v5/market/time' }, ['bybit', 'simulated'], 'recorded'],
    [{ FEED: 'auto' }, ['simulated'], 'simulated'],
    [{ FEED: 'auto', ...PRODUCTION }, ['bybit', 'binance', 'okx', 'simulated'], 'live'],
    [{ FEED: 'auto', REAL_MONEY_ON_SIMULATED: 'false' }, ['bybit', 'binance', 'okx', 'simulated'], 'live'],
    [
      { FEED: 'auto', ...PRODUCTION, REAL_MONEY_ON_SIMULATED: 'true' },
      ['bybit', 'binance', 'okx', 'simulated'],
      'live',
    ],
    [{ FEED: 'simulated', ...PRODUCTION, REAL_MONEY_ON_SIMULATED: 'true' }, ['simulated'], 'simulated'],
    [{ FEED: 'simulated', ...PRODUCTION }, ['simulated'], 'simulated'],
  ])('%j', async (settings, venues, origin) => {
    expect(await choose(settings)).toEqual([venues, origin]);
  });

  it('goes live when one venue answers, whichever it is', async () => {
    expect(await choose({ BYBIT_REST_URL: await answering('/v5/market/time') })).toEqual([
      ['bybit', 'binance', 'okx', 'simulated'],
      'live',
    ]);
    expect(await choose({ BINANCE_FUTURES_REST_URL: await answering('/fapi/v1/time') })).toEqual([
      ['bybit', 'binance', 'okx', 'simulated'],
      'live',
    ]);
  });

  it('goes live by OKX alone too', async () => {
    expect((await choose({ OKX_REST_URL: await answering('/api/v5/public/time') }))[1]).toBe('live');
  });

  it('stays with what it chose, whoever answers later', async () => {
    const restUrl = await answering('/v5/market/time');
    const [first, second] = [factory({ BYBIT_REST_URL: restUrl }), factory({ BYBIT_REST_URL: NOBODY.BYBIT_REST_URL })];
    const origins = async () => [(await first.choose([GOLD])).origin, (await second.choose([GOLD])).origin];
    expect(await origins()).toEqual(['live', 'simulated']);
    const { port } = new URL(restUrl);
    for (const server of servers.splice(0)) server.close();
    await expect(fetch(`http://127.0.0.1:${port}/v5/market/time`)).rejects.toThrow();
    expect(await origins()).toEqual(['live', 'simulated']);
  });

  it('does not take a refusal for an answer, as Binance gives it where it may not serve', async () => {
    const forbidden = await answering('/api/v3/time', 451);
    expect(await choose({ BINANCE_SPOT_REST_URL: forbidden })).toEqual([['simulated'], 'simulated']);
  });

  it('has no simulation where there is nothing to play', async () => {
    expect(await choose({ FEED: 'bybit' }, [])).toEqual([['bybit'], 'live']);
  });
});
