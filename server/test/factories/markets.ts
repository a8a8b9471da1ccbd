import type { Client } from 'pg';
import type { PerpetualQuoteView } from '../../contract/markets/markets.dto.js';
import type { MarketUpdate } from '../../features/markets/market-board/market-update.js';
import { MarketCatalog } from '../../features/markets/market-board/market-catalog.js';
import type { MarketConstituentEntity } from '../../features/markets/market-board/market-constituent.entity.js';
import type { MarketEntity } from '../../features/markets/market-board/market.entity.js';
import type { MarketsStore } from '../../features/markets/market-board/markets.store.js';
import type { SessionCalendarEntity } from '../../features/markets/session-calendars/session-calendar.entity.js';

let nextId = 1;

/** A market against USDT that trades always, priced by one perpetual. */
export function aMarket(values: Partial<MarketEntity> = {}): MarketEntity {
  const id = values.id ?? nextId++;
  const code = (values.symbol ?? 'BTC/USDT').split('/')[0] ?? 'BTC';
  return {
    id,
    symbol: 'BTC/USDT',
    name: code,
    category: 'crypto',
    base: { id: 1000 + id, code, name: code, scale: 8, logo: '' },
    quote: { id: 3, code: 'USDT', name: 'Tether', scale: 6, logo: '' },
    priceScale: 2,
    quantityScale: 6,
    spot: true,
    perpetual: true,
    option: true,
    displayed: true,
    recommended: false,
    sort: id,
    calendar: 'always',
    lotSize: '1',
    lotsMin: 1,
    lotsMax: 100,
    spread: '0',
    perpetualFeePercent: '0',
    optionFeePercent: '0',
    overnightPercent: '0',
    priceInstrument: `bybit:linear:${code}USDT`,
    perpetualInstrument: values.priceInstrument ?? `bybit:linear:${code}USDT`,
    markInstrument: null,
    fundingRate: null,
    constituentsMin: 1,
    isSingleVenue: false,
    outlierRatio: '0.03',
    bandRatio: '0.05',
    simulatedPrice: '100',
    haltedReason: null,
    ...values,
  };
}

/** The futures of these markets have the prices and books of their pairs. */
export function futuresAsPairs({ tickers, depths }: Pick<MarketUpdate, 'tickers' | 'depths'>) {
  const perpetuals = tickers.map(
    ({ symbol, last, status, reason, origin, pricedAt }): PerpetualQuoteView => ({
      symbol,
      last,
      status,
      reason,
      origin,
      pricedAt,
    }),
  );
  return { perpetuals, perpetualDepths: depths };
}

export const ALWAYS_OPEN: SessionCalendarEntity = {
  code: 'always',
  timeZone: 'UTC',
  sessions: [{ days: [1, 2, 3, 4, 5, 6, 7], open: '00:00', close: '24:00' }],
  holidays: [],
};

/** A catalogue of these rows, which a test may change and have read again. */
export async function aCatalog(
  markets: MarketEntity[],
  constituents: MarketConstituentEntity[] = [],
  calendars: SessionCalendarEntity[] = [ALWAYS_OPEN],
): Promise<MarketCatalog> {
  const store: Pick<MarketsStore, 'catalog'> = {
    catalog: async () => ({ markets: [...markets], constituents, calendars: calendars.map((row) => ({ ...row })) }),
  };
  const catalog = new MarketCatalog(store as MarketsStore);
  await catalog.reload();
  return catalog;
}

/**
 * Takes all other markets out of a database on which nothing runs yet: the simulation plays every one, and a test that
 * looks at two needs no 44.
 */
export async function restrictToMarkets(client: Pick<Client, 'query'>, symbols: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and column_name = 'market_id'`,
  );
  const others = 'select id from market where symbol <> all ($1)';
  // Rows of one market refer to one another too: nothing is checked before all of them are gone.
  await client.query('set session_replication_role = replica');
  for (const { name } of rows) await client.query(`delete from ${name} where market_id in (${others})`, [symbols]);
  await client.query(`delete from market where id in (${others})`, [symbols]);
  await client.query('reset session_replication_role');
}
