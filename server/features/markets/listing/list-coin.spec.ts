import type { DataSource } from 'typeorm';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { agreeOn } from '../../../test/factories/agreements.js';
import { BTC, USDT } from '../../../test/factories/ledger.js';
import { anOffer, offerTerms } from '../../../test/factories/subscription.js';
import { MarketCatalog } from '../market-board/index.js';
import { JudgeListing } from './judge-listing.js';
import { ListCoin, type NewCoin } from './list-coin.js';

let app: TestApp;
let source: DataSource;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
}, 60_000);
afterAll(() => app?.close());

const NOVA: NewCoin = {
  code: 'NOVA',
  name: 'Nova',
  scale: 6,
  quoteCurrencyId: USDT,
  priceScale: 4,
  quantityScale: 2,
  price: '0.25',
  leastOrder: '5',
  instruments: [],
};

const list = (coin: Partial<NewCoin> = {}) =>
  app.application.get(Transactions).run((tx) => app.application.get(ListCoin).execute(tx, { ...NOVA, ...coin }));

/** As two operators agree to list it for an offer of that coin, in the transaction in which they do, or differently. */
async function listAgreed(coin: Partial<NewCoin> = {}, listedAs: Partial<NewCoin> = {}) {
  const agreed = { ...NOVA, ...coin };
  const { code, scale, quoteCurrencyId, price, priceScale, quantityScale, leastOrder, instruments } = agreed;
  const terms = { coinCode: code, coinScale: scale, paymentCurrencyId: quoteCurrencyId, price };
  const offer = await anOffer(source, offerTerms(Date.now(), terms));
  return app.application.get(Transactions).run(async (tx) => {
    const detail = { coin: '', priceScale, quantityScale, leastOrder, instruments };
    await agreeOn(tx, 'subscription-launch', offer, detail);
    return app.application.get(ListCoin).execute(tx, { ...agreed, ...listedAs });
  });
}

const rowsOf = async (marketId: number): Promise<Record<string, unknown>> =>
  (
    await source.query(
      `select m.symbol, m.spot, m.perpetual, m.option, m.pair_instrument as instrument, m.constituents_min as constituents,
              trim_scale(m.simulated_price)::text as price, p.market_id is not null as traded,
              (select array_agg(c.instrument order by c.instrument) from market_constituent c where c.market_id = m.id) as parts
         from market m left join spot_product p on p.market_id = m.id where m.id = $1`,
      [marketId],
    )
  )[0];

it('gives a new coin a spot account and a market of its own, played until a venue trades it', async () => {
  const { currencyId, marketId } = await listAgreed();
  expect(currencyId).toBeGreaterThan(1000);
  expect(await rowsOf(marketId)).toEqual({
    symbol: 'NOVA/USDT',
    spot: true,
    perpetual: false,
    option: false,
    instrument: 'simulated-a:spot:NOVAUSDT',
    constituents: 3,
    price: '0.25',
    traded: true,
    parts: ['a', 'b', 'c'].map((venue) => `simulated-${venue}:spot:NOVAUSDT`),
  });
  const catalog = app.application.get(MarketCatalog);
  await catalog.reload();
  expect(catalog.bySymbol('NOVA/USDT')).toMatchObject({ base: { id: currencyId, code: 'NOVA', scale: 6 } });
});

it('begins with the least order that was agreed on, and a hundred thousand of it as the largest', async () => {
  const { marketId } = await listAgreed({ code: 'SMALL', quoteCurrencyId: BTC, price: '0.001', leastOrder: '0.0001' });
  expect(
    await source.query(
      `select trim_scale(minimum_amount)::text as least, trim_scale(maximum_amount)::text as most
         from spot_product where market_id = $1`,
      [marketId],
    ),
  ).toEqual([{ least: '0.0001', most: '10' }]);
});

it('needs two venues for an index, also where one alone lists the coin', async () => {
  const { marketId } = await listAgreed({ code: 'ALONE', instruments: ['bybit:spot:ALONEUSDT'] });
  const [row] = await source.query(
    'select constituents_min as least, single_venue as single from market where id = $1',
    [marketId],
  );
  expect(row).toEqual({ least: 2, single: false });
});

describe('what somebody proposes', () => {
  const judge = (coin: Partial<NewCoin>) =>
    app.application.get(Transactions).run((tx) => app.application.get(JudgeListing).execute(tx, { ...NOVA, ...coin }));

  it('has a least order whose worth is between 1 and 100 USDT', async () => {
    await judge({});
    for (const leastOrder of ['0.99', '101'])
      await expect(judge({ leastOrder })).rejects.toMatchObject({
        code: 'listing.least-worth',
        parameters: { minimum: '1', maximum: '100' },
      });
  });

  it('is not judged where nobody knows what its quote is worth', async () => {
    await expect(judge({ quoteCurrencyId: BTC, price: '0.001' })).rejects.toMatchObject({
      code: 'listing.quote-unpriced',
      parameters: { coin: 'BTC' },
    });
  });

  it('takes its price from the venues’ instruments of the coin itself, as each venue writes them', async () => {
    await judge({ instruments: ['okx:spot:NOVA-USDT', 'binance:spot:NOVAUSDT', 'bybit:spot:NOVAUSDT'] });
  });

  it.each([
    ['bybit:spot:BTCUSDT', 'bybit:spot:NOVAUSDT'],
    ['bybit:spot:NOVABTC', 'bybit:spot:NOVAUSDT'],
    ['bybit:spot:NOVAUSDTUSDT', 'bybit:spot:NOVAUSDT'],
    ['bybit:spot:NOVA-USDT', 'bybit:spot:NOVAUSDT'],
    ['binance:spot:USDTNOVA', 'binance:spot:NOVAUSDT'],
    ['okx:spot:NOVAUSDT', 'okx:spot:NOVA-USDT'],
    ['okx:spot:nova-usdt', 'okx:spot:NOVA-USDT'],
  ])('does not take its price from %s, which is another thing than %s', async (instrument, expected) => {
    const refused = { code: 'listing.other-instrument', parameters: { instrument, expected } };
    // The first one is right where two are named: each of them is judged.
    const venue = instrument.startsWith('okx') ? 'binance:spot:NOVAUSDT' : 'okx:spot:NOVA-USDT';
    await expect(judge({ instruments: [venue, instrument] })).rejects.toMatchObject(refused);
    await expect(list({ code: 'OTHER', instruments: [instrument] })).rejects.toMatchObject({
      code: 'listing.other-instrument',
    });
    expect(await source.query(`select from currency where code = 'OTHER'`)).toEqual([]);
  });

  it('can be traded', async () => {
    // What an order has met is kept with 18 decimals.
    const fine = { priceScale: 14, quantityScale: 5 };
    const refused = { code: 'listing.too-fine', parameters: { maximum: 18 } };
    await expect(judge(fine)).rejects.toMatchObject(refused);
    await expect(list({ code: 'FINE', ...fine })).rejects.toMatchObject(refused);
    expect(await source.query(`select from currency where code = 'FINE'`)).toEqual([]);
    expect(await judge({ ...fine, priceScale: 13 })).toBeUndefined();
    await expect(judge({ quantityScale: 8 })).rejects.toMatchObject({ parameters: { field: 'quantityScale' } });
  });
});

it('takes its price from the venues that are named', async () => {
  const instruments = ['bybit:spot:ORBUSDT', 'okx:spot:ORB-USDT'];
  const { marketId } = await listAgreed({ code: 'ORB', name: 'Orb', instruments });
  expect(await rowsOf(marketId)).toMatchObject({
    instrument: 'bybit:spot:ORBUSDT',
    constituents: 2,
    parts: instruments,
  });
});

describe('whoever has the user of a gateway', () => {
  const refused = { code: 'PT001' };
  const tried = (statement: string, ...before: string[]) =>
    app.serving.transaction(async (tx) => {
      for (const one of before) await tx.query(one);
      await tx.query(statement);
    });

  it('lists nothing that two operators did not agree on in the same transaction', async () => {
    await expect(list({ code: 'ALONG' })).rejects.toMatchObject(refused);
    await listAgreed({ code: 'ALONG' });
    await expect(list({ code: 'ALONG', quoteCurrencyId: BTC })).rejects.toMatchObject(refused);
  });

  it.each<Partial<NewCoin>>([
    { priceScale: 3 },
    { quantityScale: 1 },
    { price: '0.26' },
    { leastOrder: '6' },
    { instruments: ['bybit:spot:BENTUSDT'] },
    { quoteCurrencyId: BTC },
  ])('lists it as it was agreed on, and not with %j', async (changes) => {
    await expect(listAgreed({ code: 'BENT' }, changes)).rejects.toMatchObject(refused);
  });

  it('makes no market of a coin that there is at the price of another one', async () => {
    const columns = `name, category, price_scale, quantity_scale, spot, perpetual, option, calendar, constituents_min,
      simulated_price`;
    await expect(
      tried(
        `insert into market (id, symbol, base_currency_id, quote_currency_id, price_instrument, pair_instrument, ${columns})
         select nextval('market_listed'), 'DOGE/BTC', (select id from currency where code = 'DOGE'), ${BTC}, price_instrument,
                pair_instrument, name, category, price_scale, quantity_scale, true, false, false, calendar, constituents_min,
                simulated_price
           from market where id = 1`,
      ),
    ).rejects.toMatchObject(refused);
  });

  it('adds to no market that there is another source of its price, nor another weight, and sells in none', async () => {
    const { marketId } = await listAgreed({ code: 'DONE' });
    const touched = `update market set halted_reason = 'touched' where id in (1, ${marketId})`;
    for (const market of [1, marketId]) {
      const constituent = `insert into market_constituent (market_id, instrument, weight)
        values (${market}, 'bybit:spot:DONEUSDT', 1000)`;
      await expect(tried(constituent)).rejects.toMatchObject(refused);
      await expect(tried(constituent, touched)).rejects.toMatchObject(refused);
      const product = `insert into spot_product (market_id, fee_ratio, minimum_amount, maximum_amount)
        values (${market}, 0.001, 5, 500000)`;
      await expect(tried(product, touched)).rejects.toMatchObject(refused);
    }
  });
});

it('leaves a coin that is listed as it is', async () => {
  const first = await listAgreed({ code: 'TWICE' });
  expect(await listAgreed({ code: 'TWICE', price: '9', instruments: ['bybit:spot:TWICEUSDT'] })).toEqual(first);
  expect(await rowsOf(first.marketId)).toMatchObject({ price: '0.25', constituents: 3 });
});

it.each([
  ['other decimals', { code: 'DOGE', scale: 2 }, 'scale'],
  ['itself as the quote', { code: 'USDT', scale: 8 }, 'code'],
  ['a coin that the product began with', { code: 'DOGE', scale: 8 }, 'code'],
  [
    'an instrument that is named twice',
    { code: 'LONE', instruments: ['bybit:spot:LONEUSDT', 'bybit:spot:LONEUSDT'] },
    'instruments',
  ],
  ['finer quantities than amounts can be', { code: 'LONE', scale: 1 }, 'quantityScale'],
  ['steps of a price that are as large as it', { code: 'LONE', price: '0.9', priceScale: 0 }, 'priceScale'],
  ['a least order that is finer than its quote', { code: 'LONE', leastOrder: '0.000000000001' }, 'leastOrder'],
  ['a quote that there is not', { code: 'LONE', quoteCurrencyId: 999_999 }, 'quoteCurrencyId'],
])('refuses %s, and leaves nothing', async (_what, coin, field) => {
  await expect(list(coin)).rejects.toMatchObject({ code: 'request.invalid', parameters: { field } });
  expect(await source.query(`select from currency where code = 'LONE'`)).toEqual([]);
});
