import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { FakeClock } from '../../test/fakes/fake-clock.js';
import { BinanceFeed } from './binance/binance.feed.js';
import { BybitFeed } from './bybit/bybit.feed.js';
import type { VenueBar } from './feed.js';
import { OkxFeed } from './okx/okx.feed.js';
import { collectBars, PAGE_BARS } from './venue-history.js';
import { VenueRest } from './venue-rest.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5);

const aBar = (openAt: number): VenueBar => ({
  openAt,
  open: '1',
  high: '1',
  low: '1',
  close: '1',
  volume: '0',
  quoteVolume: '0',
  trades: null,
  closed: true,
});

describe('collectBars', () => {
  it('gives every bar of any range once and in order, whichever end the venue cuts at', async () => {
    const range = fc.record({
      from: fc.integer({ min: 0, max: 3000 * MINUTE }),
      length: fc.integer({ min: 0, max: 2600 * MINUTE }),
      newestFirst: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(range, async ({ from, length, newestFirst }) => {
        const all = Array.from({ length: 6000 }, (_, index) => aBar(index * MINUTE));
        const fetch = async (start: number, end: number): Promise<VenueBar[]> => {
          const inside = all.filter(({ openAt }) => openAt >= start && openAt <= end);
          expect(inside.length).toBeLessThanOrEqual(PAGE_BARS);
          return newestFirst ? inside.reverse() : inside;
        };
        const expected = all.filter(({ openAt }) => openAt >= from && openAt < from + length);
        expect(await collectBars(fetch, '1min', from, from + length)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('stops where the venue’s history begins, and refuses a range without end', async () => {
    let calls = 0;
    const listed = async (start: number, end: number): Promise<VenueBar[]> => {
      calls += 1;
      return end >= START ? [aBar(Math.max(start, START))] : [];
    };
    await collectBars(listed, '1min', 0, START + 1500 * MINUTE);
    expect(calls).toBe(3);
    const endless = async (start: number): Promise<VenueBar[]> => [aBar(start)];
    await expect(collectBars(endless, '1min', 0, START)).rejects.toThrow('300000 bars');
  });
});

describe('history over the venues’ REST', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  type Answer = { status?: number; headers?: Record<string, string>; body: string };

  async function venue(answer: (url: URL) => Answer): Promise<{ address: string; asked: URL[] }> {
    const asked: URL[] = [];
    const server = createServer((request: IncomingMessage, response) => {
      const url = new URL(request.url ?? '/', 'http://venue');
      asked.push(url);
      const { status = 200, headers = {}, body } = answer(url);
      response.writeHead(status, headers).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  const bybit = (restUrl: string, now = START) =>
    new BybitFeed({ streamUrl: 'ws://127.0.0.1:1', restUrl, clock: new FakeClock(now) });
  const binance = (url: string, now = START) =>
    new BinanceFeed({
      spotStreamUrl: 'ws://127.0.0.1:1',
      spotRestUrl: url,
      futuresStreamUrl: 'ws://127.0.0.1:1',
      futuresRestUrl: url,
      clock: new FakeClock(now),
      restEveryMs: 0,
    });

  it('reads Bybit’s rows, newest first, and knows the running bar by the clock', async () => {
    const row = (openAt: number, close: string): string[] => [`${openAt}`, '1.0', '3.0', '0.5', close, '12.5', '20.25'];
    const { address, asked } = await venue(() => ({
      body: JSON.stringify({
        retCode: 0,
        retMsg: 'OK',
        result: { list: [row(START + MINUTE, '2.0'), row(START, '1.5')] },
      }),
    }));
    const instrument = { venue: 'bybit', category: 'linear', symbol: 'BTCUSDT' };
    const bars = await bybit(address, START + 90_000).history(instrument, '1min', START, START + 2 * MINUTE);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      category: 'linear',
      symbol: 'BTCUSDT',
      interval: '1',
      start: String(START),
      end: String(START + MINUTE),
      limit: '1000',
    });
    expect(bars).toEqual([
      { ...aBar(START), high: '3.0', low: '0.5', open: '1.0', close: '1.5', volume: '12.5', quoteVolume: '20.25' },
      expect.objectContaining({ openAt: START + MINUTE, close: '2.0', closed: false }),
    ]);
  });

  it('reads Binance’s rows with the number of trades, spot and USD-M under their own paths', async () => {
    const row = [START, '1.0', '3.0', '0.5', '2.0', '12.5', START + 86_399_999, '20.25', 77, '6', '10', '0'];
    const { address, asked } = await venue(() => ({ body: JSON.stringify([row]) }));
    const feed = binance(address, START + 86_400_000);
    const from = (category: string) =>
      feed.history({ venue: 'binance', category, symbol: 'BTCUSDT' }, '1day', START, START + 86_400_000);
    expect(await from('spot')).toEqual([
      expect.objectContaining({ openAt: START, close: '2.0', quoteVolume: '20.25', trades: 77, closed: true }),
    ]);
    await from('linear');
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/v3/klines', '/fapi/v1/klines']);
    expect(asked[0]?.searchParams.get('interval')).toBe('1d');
  });

  const okx = (restUrl: string, now = START) =>
    new OkxFeed({ streamUrl: 'ws://127.0.0.1:1', restUrl, clock: new FakeClock(now) });

  it('reads OKX’s rows in pages of a hundred, recent and old ones by their own paths, perpetuals in the base currency', async () => {
    const row = (openAt: number, confirm: string) => [
      `${openAt}`,
      '1.0',
      '3.0',
      '0.5',
      '2.0',
      '125',
      '1.25',
      '2.5',
      confirm,
    ];
    const rows = [row(START + MINUTE, '0'), row(START, '1')];
    const { address, asked } = await venue(() => ({ body: JSON.stringify({ code: '0', msg: '', data: rows }) }));
    const from = (symbol: string, now: number) =>
      okx(address, now).history({ venue: 'okx', category: '', symbol }, '1min', START, START + 2 * MINUTE);
    expect(await from('BTC-USDT-SWAP', START + 90_000)).toEqual([
      expect.objectContaining({ openAt: START, close: '2.0', volume: '1.25', quoteVolume: '2.5', closed: true }),
      expect.objectContaining({ openAt: START + MINUTE, closed: false }),
    ]);
    expect((await from('BTC-USDT', START + 10 * 86_400_000))[0]?.volume).toBe('125');
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/v5/market/candles', '/api/v5/market/history-candles']);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      instId: 'BTC-USDT-SWAP',
      bar: '1m',
      before: String(START - 1),
      after: String(START + MINUTE + 1),
      limit: '100',
    });
  });

  it('has no history for a symbol that the venue does not know', async () => {
    const unknownToBybit = await venue(() => ({ body: '{"retCode":10001,"retMsg":"Symbol Is Invalid","result":{}}' }));
    const nothing = { venue: 'bybit', category: 'spot', symbol: 'NOSUCH' };
    expect(await bybit(unknownToBybit.address).history(nothing, '60min', 0, START)).toEqual([]);
    const unknownToBinance = await venue(() => ({ status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' }));
    expect(await binance(unknownToBinance.address).history(nothing, '60min', 0, START)).toEqual([]);
    const unknownToOkx = await venue(() => ({ body: '{"code":"51001","msg":"Instrument does not exist","data":[]}' }));
    expect(await okx(unknownToOkx.address).history(nothing, '60min', 0, START)).toEqual([]);
  });

  it('says so when the venue fails, instead of taking it for an empty history', async () => {
    const instrument = { venue: 'bybit', category: 'spot', symbol: 'BTCUSDT' };
    const broken = await venue(() => ({ status: 500, body: 'oops' }));
    await expect(bybit(broken.address).history(instrument, '1min', 0, START)).rejects.toThrow('500: oops');
    const busy = await venue(() => ({ body: '{"retCode":10006,"retMsg":"Too many visits"}' }));
    await expect(bybit(busy.address).history(instrument, '1min', 0, START)).rejects.toThrow('Too many visits');
    const refused = await venue(() => ({ body: '{"code":"50011","msg":"Too Many Requests","data":[]}' }));
    await expect(okx(refused.address).history(instrument, '1min', 0, START)).rejects.toThrow('Too Many Requests');
    const garbled = await venue(() => ({ body: '{"retCode":0,"result":{"list":[["x"]]}}' }));
    await expect(bybit(garbled.address).history(instrument, '1min', 0, START)).rejects.toThrow('whole number');
  });

  it('leaves a venue alone for as long as it asks', async () => {
    const { address, asked } = await venue(() => ({ status: 429, headers: { 'retry-after': '30' }, body: '{}' }));
    const clock = new FakeClock(START);
    const rest = new VenueRest(address, 0, clock);
    await expect(rest.get('/x', {})).rejects.toThrow('429');
    clock.advance(29_999);
    await expect(rest.get('/x', {})).rejects.toThrow('wants no calls');
    expect(asked).toHaveLength(1);
    clock.advance(1);
    await expect(rest.get('/x', {})).rejects.toThrow('429');
    expect(asked).toHaveLength(2);
  });

  it('does not swallow an endless reply', async () => {
    const { address } = await venue(() => ({ body: `"${'x'.repeat(9 * 1024 * 1024)}"` }));
    await expect(new VenueRest(address, 0).get('/x', {})).rejects.toThrow('8388608 bytes');
  });
});
