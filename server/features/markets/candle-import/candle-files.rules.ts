import { Decimal } from 'decimal.js';
import type { CandlePeriod } from '../../../contract/markets/markets.dto.js';
import { type DecimalText, isDecimalText } from '../../../contract/money.js';
import { type BarText, DAY_MS, HOUR_MS, isAbove, MINUTE_MS } from '../candle-series/index.js';

/** `candles`: bars by open time, as Binance publishes them. `daily`: stocks and metals. `futures`: Shanghai, in yuan. */
export type CandleFileKind = 'candles' | 'daily' | 'futures';

/** The columns without which a file of the kind cannot be read. */
const COLUMNS: Record<CandleFileKind, string[]> = {
  candles: ['open_time_ms', 'open', 'high', 'low', 'close', 'volume_base'],
  futures: ['date', 'contract', 'open', 'high', 'low', 'close', 'settle', 'volume_lots', 'turnover_10k_cny'],
  daily: ['date', 'open', 'high', 'low', 'close', 'adj_close', 'volume', 'split'],
};

const LENGTHS: ReadonlyMap<number, CandlePeriod> = new Map([
  [MINUTE_MS, '1min'],
  [5 * MINUTE_MS, '5min'],
  [15 * MINUTE_MS, '15min'],
  [30 * MINUTE_MS, '30min'],
  [HOUR_MS, '60min'],
  [DAY_MS, '1day'],
]);

/** File names of COMEX contracts, as vendors write them. */
const CONTRACT_CODES: Record<string, string> = {
  GCF: 'GOLD',
  SIF: 'SILVER',
  HGF: 'COPPER',
  PLF: 'PLATINUM',
  PAF: 'PALLADIUM',
};

export type Row = Readonly<Record<string, string>>;

/** A row that is not a bar; the message says why, in words for the person who imports. */
export class RowProblem extends Error {}

/** What kind of file has these columns; null when it is none that can be imported. */
export function kindOf(columns: readonly string[]): CandleFileKind | null {
  const kinds = Object.entries(COLUMNS) as [CandleFileKind, string[]][];
  return kinds.find(([, needed]) => needed.every((column) => columns.includes(column)))?.[0] ?? null;
}

/**
 * The markets that a file's name speaks of, each once: by their symbol, base currency or COMEX code.
 * `BTCUSDT-15m.csv.gz` is BTC/USDT, `dominant-zn-zinc.csv.gz` is ZINC/USDT, `GCF.csv.gz` is GOLD/USDT.
 */
export function namedMarkets<M extends { symbol: string }>(fileName: string, markets: readonly M[]): M[] {
  const words = fileName.toUpperCase().split(/[^A-Z0-9]+/);
  const spoken = new Set(words.flatMap((word) => [word, CONTRACT_CODES[word] ?? word]));
  return markets.filter(({ symbol }) => {
    const [base = ''] = symbol.split('/');
    return spoken.has(symbol.replace('/', '')) || spoken.has(base);
  });
}

/** The bars' length: said by the first row's close time, or else the smallest distance of two rows. */
export function periodOf(kind: CandleFileKind, first: Row, openTimes: readonly number[]): CandlePeriod {
  if (kind !== 'candles') return '1day';
  const { open_time_ms: opens, close_time_ms: closes } = first;
  const distances = openTimes.slice(1).map((at, index) => at - (openTimes[index] ?? 0));
  const length = closes ? Number(closes) + 1 - Number(opens) : distances.reduce((a, b) => Math.min(a, b), Infinity);
  const period = LENGTHS.get(length);
  if (!period) throw new RowProblem(`the bars are ${length / MINUTE_MS} minutes long, which is no period of a chart`);
  return period;
}

/** When the row's bar opens, Unix milliseconds. A date is its midnight UTC. */
export function openTimeOf(kind: CandleFileKind, row: Row): number {
  const text = (kind === 'candles' ? row.open_time_ms : row.date) ?? '';
  const form = kind === 'candles' ? /^\d{12,14}$/ : /^\d{4}-\d\d-\d\d$/;
  const instant = form.test(text) ? (kind === 'candles' ? Number(text) : Date.parse(text)) : Number.NaN;
  if (Number.isNaN(instant)) throw new RowProblem(`"${text}" is not ${kind === 'candles' ? 'a time' : 'a date'}`);
  return instant;
}

/**
 * The row as a bar; null for a day on which a contract was not traded at all.
 * @param rate what one unit of the file's currency is worth in the market's, positive
 * @throws RowProblem when a field is missing or the figures contradict each other.
 */
export function barOfRow(kind: CandleFileKind, row: Row, rate: Decimal): BarText | null {
  if (kind === 'futures' && row.open === '' && row.high === '' && row.low === '') return null;
  const openAt = openTimeOf(kind, row);
  const price = (column: string) => scaled(decimal(row, column), rate);
  const bar = { openAt, open: price('open'), high: price('high'), low: price('low'), close: price('close') };
  for (const [field, text] of Object.entries(bar)) {
    if (field !== 'openAt' && !/[1-9]/.test(String(text))) throw new RowProblem(`${field} is zero`);
  }
  for (const inner of [bar.open, bar.close]) {
    if (isAbove(inner, bar.high) || isAbove(bar.low, inner)) throw new RowProblem('open or close outside low and high');
  }
  const volume = decimal(row, VOLUME_COLUMNS[kind]);
  return {
    ...bar,
    volume,
    quoteVolume: quoteVolume(kind, row, volume, bar.close, rate),
    trades: row.trades ? wholeNumber(row.trades) : 0,
    // Only the candle files tell an untraded bar from an unknown volume.
    filled: kind === 'candles' && !/[1-9]/.test(volume),
    outage: false,
  };
}

const VOLUME_COLUMNS: Record<CandleFileKind, string> = {
  candles: 'volume_base',
  daily: 'volume',
  futures: 'volume_lots',
};

/** The value traded: as published, or else the volume at the closing price. */
function quoteVolume(
  kind: CandleFileKind,
  row: Row,
  volume: DecimalText,
  close: DecimalText,
  rate: Decimal,
): DecimalText {
  if (kind === 'futures') return scaled(decimal(row, 'turnover_10k_cny'), rate.times(10_000));
  if (row.volume_quote) return scaled(decimal(row, 'volume_quote'), rate);
  return new Decimal(volume).times(close).toDecimalPlaces(18).toFixed();
}

function scaled(text: DecimalText, rate: Decimal): DecimalText {
  return rate.eq(1) ? text : new Decimal(text).times(rate).toDecimalPlaces(18).toFixed();
}

const EXPONENT = /^\d(\.\d+)?e[+-]?\d{1,2}$/;

/** The field as plain decimal text, not negative; vendors leave out the zero before a point, or write `9e-05`. */
function decimal(row: Row, column: string): DecimalText {
  const text = row[column] ?? '';
  if (EXPONENT.test(text)) return new Decimal(text).toDecimalPlaces(18).toFixed();
  const plain = text.startsWith('.') ? `0${text}` : text;
  if (!isDecimalText(plain) || plain.startsWith('-')) throw new RowProblem(`${column} is "${text}", not a number`);
  return plain;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RowProblem(`trades is "${text}", not a whole number`);
  return Number(text);
}
