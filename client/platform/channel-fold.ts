import {
  type ChannelDelta,
  type ChannelName,
  type ChannelSnapshot,
  TRADES_RETAINED,
} from '../../server/contract/channels.js';
import type { AccountEvent, AccountEventsPlace } from '../../server/contract/events.dto.js';
import type { CandleView } from '../../server/contract/markets/markets.dto.js';

/** The running bar and the one before it, as in the snapshot. */
const CANDLES_RETAINED = 2;

type Folds = {
  [Name in ChannelName]: (state: ChannelSnapshot<Name>, delta: ChannelDelta<Name>) => ChannelSnapshot<Name>;
};

/** How each channel's change is put into the state before it. A new state every time: the old one is never touched. */
const FOLDS: Folds = {
  'markets.ticker': foldRows,
  'markets.candle': foldCandles,
  'markets.depth': (_state, delta) => delta,
  'markets.trades': (state, delta) => [...state, ...delta].slice(-TRADES_RETAINED),
  'markets.perpetual': (_state, delta) => delta,
  'markets.perpetual-quotes': foldRows,
  'markets.perpetual-depth': (_state, delta) => delta,
  'markets.mark': (_state, delta) => delta,
  'trading.status': (_state, delta) => delta,
  'account.events': foldEvents,
};

export function fold<Name extends ChannelName>(
  name: Name,
  state: ChannelSnapshot<Name>,
  delta: ChannelDelta<Name>,
): ChannelSnapshot<Name> {
  return FOLDS[name](state, delta);
}

/** Rows by symbol; the order of the snapshot stays, new rows come last. A row may carry only the fields that changed. */
function foldRows<Row extends { symbol: string }>(state: Row[], delta: (Partial<Row> & { symbol: string })[]): Row[] {
  const changed = new Map(delta.map((row) => [row.symbol, row]));
  const merged = state.map((row) => {
    const change = changed.get(row.symbol);
    changed.delete(row.symbol);
    return change ? { ...row, ...change } : row;
  });
  return [...merged, ...([...changed.values()] as unknown as Row[])];
}

/** The place moves on; the events themselves are for their listeners. */
function foldEvents(state: AccountEventsPlace, delta: AccountEvent[]): AccountEventsPlace {
  return { ...state, sequence: delta.at(-1)?.sequence ?? state.sequence };
}

/** Bars by open time, oldest first. */
function foldCandles(state: CandleView[], delta: CandleView[]): CandleView[] {
  const byTime = new Map([...state, ...delta].map((bar) => [bar.openAt, bar]));
  return [...byTime.values()].sort((a, b) => a.openAt - b.openAt).slice(-CANDLES_RETAINED);
}
