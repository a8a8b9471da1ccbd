import type { QuotationPairView } from '../../contract/markets/quotations.dto.js';
import { RefreshSparks } from '../../features/markets/candles/refresh-sparks.js';
import { app, feed, get, HOUR, MINUTE, post, sequence } from './http.product.js';

describe('the quotation list of an old client', () => {
  const pair = async (symbol: string): Promise<QuotationPairView> => {
    const { body } = await get(`currency/quotation_new?_timespan=${Date.now()}${sequence}`);
    return body.message[0].quotation.find((row: QuotationPairView) => row.symbol === symbol);
  };

  it('has USDT first, with the pairs of the specification under their ids', async () => {
    const { status, body } = await get('currency/quotation_new');
    expect(status).toBe(200);
    expect(body.type).toBe('ok');
    expect(body.message[0]).toMatchObject({ id: 3, name: 'USDT' });
    const ids = body.message[0].quotation.map((row: QuotationPairView) => [row.currency_name, row.currency_id]);
    expect(ids).toEqual(
      expect.arrayContaining([
        ['BTC', 1],
        ['ETH', 2],
        ['USDC', 4],
        ['DOGE', 5],
      ]),
    );
    expect(body.message[0].quotation.length).toBeGreaterThan(20);
  });

  it('shows no zero and no null where there is no price', async () => {
    feed([]);
    const row = await pair('ETH/USDT');
    for (const name of ['now_price', 'close', 'open', 'high', 'low', 'volume', 'change'] as const) {
      expect([name, row[name]]).toEqual([name, '']);
    }
    expect(row).toMatchObject({ price_age_ms: null, status: 'stale' });
  });

  it('carries names, flags and number formats as the client reads them', async () => {
    feed([{}]);
    const row = await pair('BTC/USDT');
    expect(row).toMatchObject({
      id: 1,
      currency_id: 1,
      currency_name: 'BTC',
      legal_id: 3,
      legal_name: 'USDT',
      is_display: 1,
      open_coin_trade: 1,
      open_lever: 1,
      open_microtrade: 1,
      now_price: '65432.10000000',
      close: '65432.10000000',
      open: '64000.00000000',
      // Truncated, never rounded.
      high: '66000.12999999',
      low: '63000.50000000',
      volume: '1234.56780000',
      change: '+2.24',
      is_open: 1,
    });
    expect(row.lever_share_num).toMatch(/^\d+\.\d{8}$/);
    expect(row.lever_trade_fee).toMatch(/^\d+\.\d{8}$/);
  });

  it('labels invented prices, and gives our client the ticker of the channel', async () => {
    feed([{ change: '-0.5' }]);
    const row = await pair('BTC/USDT');
    expect(row).toMatchObject({ origin: 'simulated', market_from_name: 'simulated', status: 'live', change: '-0.5' });
    expect(row.ticker).toMatchObject({ symbol: 'BTC/USDT', last: '65432.1', origin: 'simulated' });
    expect(row.price_age_ms).toBeGreaterThanOrEqual(0);
  });

  it('says why a market is not live', async () => {
    feed([{ status: 'halted', reason: 'operator' }]);
    expect(await pair('BTC/USDT')).toMatchObject({ is_open: 0, status: 'halted', reason: 'operator' });
  });

  it('shows a new price at once, however often the list was asked for', async () => {
    for (const last of ['1', '2', '3']) {
      feed([{ last }]);
      const { body } = await get('currency/quotation_new');
      expect(body.message[0].quotation[0].now_price).toBe(`${last}.00000000`);
    }
  });

  it('gives the recommended ones in the same form', async () => {
    const { body } = await get('currency/quotation_recomm');
    expect(body.message[0].quotation.length).toBeGreaterThan(0);
    expect(body.message[0].quotation.every((row: QuotationPairView) => row.recommended === 1)).toBe(true);
  });

  it('draws the last 24 hourly closes', async () => {
    feed([{ symbol: 'ETH/USDT' }]);
    await app.application.get(RefreshSparks, { strict: false }).execute();
    const { spark } = await pair('ETH/USDT');
    expect(spark.map(Number)).toEqual(Array.from({ length: spark.length }, (_, index) => spark.length - index));
    expect(spark.length).toBeGreaterThanOrEqual(23);
    expect(spark.length).toBeLessThanOrEqual(24);
  });
});

describe('one pair', () => {
  it('is found by the ids of its currencies', async () => {
    feed([{}]);
    const { body } = await get('currency/deal?currency_id=1&legal_id=3&_timespan=1');
    expect(body).toMatchObject({ type: 'ok', message: { id: 1, symbol: 'BTC/USDT', now_price: '65432.10000000' } });
  });

  it('gives its last trades, newest first, at most 20', async () => {
    const at = Date.UTC(2026, 0, 5, 23, 59, 58);
    const trades = Array.from({ length: 30 }, (_, index) => ({
      id: String(index),
      price: '65000.5',
      quantity: '0.25',
      side: 'sell' as const,
      at: at + index,
    }));
    feed([{}], { 'BTC/USDT': trades });
    const { body } = await get('currency/new_tradehistory?currency_id=1&legal_id=3');
    expect(body.message).toHaveLength(20);
    expect(body.message[0]).toEqual({
      id: '29',
      ts: at + 29,
      time: '23:59:58',
      price: '65000.5',
      amount: '0.25',
      direction: 'sell',
    });
  });
});

describe('the bars of an old client', () => {
  const rows = (query: string) => get(`currency/new_timeshar?symbol=BTC/USDT&${query}`);
  const second = HOUR / 1000;

  it('come in the K-line form, ascending, seconds as id and milliseconds as time', async () => {
    const { body } = await rows(`period=1min&from=${second}&to=${second + 3599}&_timespan=1`);
    expect(body).toMatchObject({ code: 1, msg: 'success' });
    expect(body.data).toHaveLength(60);
    const { id, time, open, high, low, close, volume } = body.data[1];
    expect({ id, time }).toEqual({ id: second + 60, time: HOUR + MINUTE });
    expect([open, high, low, close, volume].map(Number)).toEqual([101, 102, 100, 101.5, 2.5]);
    const times = body.data.map((row: { time: number }) => row.time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('are the empty list where there are none', async () => {
    const { body } = await rows(`period=1min&from=1000&to=2000`);
    expect(body).toMatchObject({ code: 1, data: [], next_to: null });
  });

  it('are at most 2,000, the newest of the range, and the rest is on the next pages', async () => {
    const from = second - 2500 * 60;
    const seen: number[] = [];
    let to: number | null = second + 3599;
    const sizes: number[] = [];
    while (to !== null) {
      const { body } = await rows(`period=1min&from=${from}&to=${to}`);
      sizes.push(body.data.length);
      seen.unshift(...body.data.map((row: { id: number }) => row.id));
      to = body.next_to;
    }
    expect(sizes).toEqual([2000, 560]);
    expect(seen).toEqual(Array.from({ length: 2560 }, (_, index) => from + index * 60));
  });

  it('are the newest up to an instant when no beginning is given', async () => {
    const { body } = await rows(`period=1min&to=${second + 59 * 60}&limit=3&from=`);
    expect(body.data.map((row: { id: number }) => row.id)).toEqual([57, 58, 59].map((n) => second + n * 60));
    expect(body.next_to).toBe(second + 57 * 60 - 1);
  });

  it.each(['1D', '1W', '1M', '1H', '1day', '1mon'])('know the period %s', async (period) => {
    expect((await rows(`period=${period}&from=0&to=9999999999`)).body.code).toBe(1);
  });

  it.each([
    ['a reversed range', 'period=1min&from=2000&to=1000', 'markets.invalid-range'],
    ['an unknown period', 'period=7min', 'markets.unknown-period'],
    ['a minute that is no month', 'period=1m', 'markets.unknown-period'],
    ['a period that is a name of an object', 'period=__proto__', 'markets.unknown-period'],
    ['no period', '', 'request.invalid'],
    ['an instant that is no number', 'period=1min&from=now', 'request.invalid'],
    ['an instant in milliseconds', 'period=1min&from=1763600000000', 'request.invalid'],
    ['an instant with an exponent', 'period=1min&from=1e9', 'request.invalid'],
    ['two beginnings', 'period=1min&from=1&from=2', 'request.invalid'],
    ['a limit of none', 'period=1min&limit=0', 'request.invalid'],
    ['two symbols', 'period=1min&symbol=ETH/USDT', 'request.invalid'],
  ])('are refused for %s', async (_name, query, code) => {
    const { status, body } = await rows(query);
    expect({ status, type: body.type, reason: body.reason }).toEqual({ status: 200, type: 'error', reason: code });
    // What clients of the K-line look at.
    expect(body).toMatchObject({ code: -1, msg: body.message, data: [] });
    expect(body.message.length).toBeGreaterThan(0);
  });

  it.each(['', 'XYZ/USDT', 'btc/usdt', 'BTC/USDT\u0000', '__proto__', "' or 1=1--", '../../etc/passwd'])(
    'are refused for the symbol %j',
    async (symbol) => {
      const { body } = await get(`currency/new_timeshar?period=1min&symbol=${encodeURIComponent(symbol)}`);
      expect(body).toMatchObject({ code: -1, data: [], reason: 'markets.unknown-symbol' });
    },
  );
});

describe('stocks', () => {
  it('are a list of their own with the names of the quotation list', async () => {
    feed([{ symbol: 'AAPL/USD', last: '268.4' }]);
    const { body } = await get('usstock/quotation');
    expect(body.message).toHaveLength(7);
    const apple = body.message.find((row: QuotationPairView) => row.currency_name === 'AAPL');
    expect(apple).toMatchObject({ symbol: 'AAPL/USD', category: 'stock', now_price: '268.40000000' });
    const { body: list } = await get('currency/quotation_new');
    expect(JSON.stringify(list)).not.toContain('AAPL');
  });

  it('give a price for a form and for JSON, by ticker and by pair', async () => {
    feed([{ symbol: 'AAPL/USD', last: '268.4' }]);
    for (const symbol of ['AAPL', 'AAPL/USD']) {
      const form = await post('usstock/getNewPrice', `symbol=${encodeURIComponent(symbol)}`);
      const json = await post('usstock/getNewPrice', JSON.stringify({ symbol }), {
        'content-type': 'application/json;charset=UTF-8',
      });
      for (const { status, body } of [form, json]) {
        expect(status).toBe(200);
        expect(body).toMatchObject({ type: 'ok', message: { price: '268.40000000', origin: 'simulated' } });
      }
    }
  });

  it('give bars by the ticker alone, and are the only ones that do', async () => {
    expect((await get('usstock/kline?symbol=AAPL&period=1day')).body).toMatchObject({ code: 1, symbol: 'AAPL/USD' });
    expect((await get('usstock/kline?symbol=BTC/USDT&period=1day')).body.reason).toBe('markets.unknown-symbol');
  });
});
