import type { DecimalText } from '../../../../server/contract/money';
import type { FuturesClosedPartView } from '../../../../server/contract/trading/closed-parts.dto';
import type {
  EndedClosingView,
  FuturesClosingView,
  FuturesPositionView,
} from '../../../../server/contract/trading/futures.dto';
import type { OwnFill, OwnLine } from '../../markets/candles';

export type Stop = 'takeProfit' | 'stopLoss';

export interface FuturesWords {
  entry: (position: FuturesPositionView) => string;
  order: (position: FuturesPositionView) => string;
  stop: (stop: Stop, position: FuturesPositionView) => string;
  liquidation: string;
  closing: (closing: FuturesClosingView, position: FuturesPositionView) => string;
}

interface Asked {
  symbol: string;
  /** Price of liquidation by position. */
  liquidationOf: (positionId: string) => DecimalText | null;
  words: FuturesWords;
  /** A stop was dropped at another price. */
  onDrop: (position: FuturesPositionView, stop: Stop, price: DecimalText) => void;
  /** A waiting order was dropped at another price. */
  onAmend: (order: FuturesPositionView, price: DecimalText) => void;
  /** What waits to close a position was dropped at another price. */
  onAmendClosing: (position: FuturesPositionView, closing: FuturesClosingView, price: DecimalText) => void;
}

/**
 * Entries, waiting orders, those that wait to close, stops and liquidations of one market as lines. Orders and stops
 * can be dragged: an entry is what has been, and where it is liquidated nobody chooses.
 */
export function futuresLines(positions: readonly FuturesPositionView[], asked: Asked): OwnLine[] {
  return positions
    .filter(({ market, state }) => market === asked.symbol && state !== 'closed' && state !== 'cancelled')
    .flatMap((position) => [...own(position, asked), ...closings(position, asked), ...stops(position, asked)]);
}

function own(position: FuturesPositionView, { words, liquidationOf, onAmend }: Asked): OwnLine[] {
  const { positionId, side, limitPrice, entryPrice, state } = position;
  const tone = side === 'long' ? 'gain' : 'loss';
  if (state === 'pending')
    return limitPrice === null
      ? []
      : [
          {
            key: `order-${positionId}`,
            price: limitPrice,
            words: words.order(position),
            tone,
            onDrop: (price) => onAmend(position, price),
          },
        ];
  const liquidation = liquidationOf(positionId);
  return [
    ...(entryPrice === null
      ? []
      : [{ key: `entry-${positionId}`, price: entryPrice, words: words.entry(position), tone } as const]),
    ...(liquidation === null
      ? []
      : [
          {
            key: `liquidation-${positionId}`,
            price: liquidation,
            words: words.liquidation,
            tone: 'warn',
            isEdgeShown: true,
          } as const,
        ]),
  ];
}

/** What waits to close a position is on its other side. */
function closings(position: FuturesPositionView, { words, onAmendClosing }: Asked): OwnLine[] {
  return (position.closings ?? []).map((closing) => ({
    key: `closing-${closing.closingId}`,
    price: closing.limitPrice,
    words: words.closing(closing, position),
    tone: position.side === 'long' ? 'loss' : 'gain',
    // What is being closed already takes no other price.
    onDrop: position.state === 'closing' ? undefined : (to: DecimalText) => onAmendClosing(position, closing, to),
  }));
}

function stops(position: FuturesPositionView, { words, onDrop }: Asked): OwnLine[] {
  return (['takeProfit', 'stopLoss'] as const).flatMap((stop) => {
    const price = position[stop];
    if (price === null) return [];
    // What is being closed takes no other stops.
    const isFixed = position.state === 'closing';
    const drop = (to: DecimalText) => onDrop(position, stop, to);
    return [
      {
        key: `${stop}-${position.positionId}`,
        price,
        words: words.stop(stop, position),
        tone: 'accent' as const,
        onDrop: isFixed ? undefined : drop,
      },
    ];
  });
}

type Row = Pick<
  FuturesPositionView,
  'positionId' | 'market' | 'side' | 'openedAt' | 'entryPrice' | 'closedAt' | 'closePrice' | 'lots' | 'lotsOrdered'
>;
type Part = Pick<FuturesClosedPartView, 'partId' | 'positionId' | 'market' | 'side' | 'lots' | 'price' | 'at'>;
type Closing = Pick<
  EndedClosingView,
  'closingId' | 'positionId' | 'market' | 'side' | 'averagePrice' | 'end' | 'endedAt'
>;

interface Known {
  rows: readonly Row[];
  /** The newest of all positions. */
  parts: readonly Part[];
  closings: readonly Closing[];
}

/**
 * Where positions of a market were opened and closed: each part by itself where all parts of the position are known, and otherwise what is
 * known of it, the mean of all parts where it was closed.
 */
export function futuresFills({ rows, parts, closings }: Known, symbol: string): OwnFill[] {
  const own = rows.filter(({ market }) => market === symbol);
  const lotsOf = (positionId: string) =>
    parts.reduce((sum, part) => (part.positionId === positionId ? sum + part.lots : sum), 0);
  const whole = new Set(
    own.flatMap(({ positionId, lots, lotsOrdered }) => {
      const noted = lotsOf(positionId);
      return noted > 0 && noted === lotsOrdered - lots ? positionId : [];
    }),
  );
  return [
    ...own.flatMap((row) => [...openings(row), ...(whole.has(row.positionId) ? [] : closes(row))]),
    ...parts
      .filter(({ positionId }) => whole.has(positionId))
      .map(({ partId, at, price, side }) => ({ key: `part-${partId}`, at, price, side: closingSide(side) })),
    ...closingFills(
      closings.filter(({ market, positionId }) => market === symbol && !whole.has(positionId)),
      own,
    ),
  ];
}

const closingSide = (side: Row['side']): OwnFill['side'] => (side === 'long' ? 'sell' : 'buy');

function openings({ positionId, side, openedAt, entryPrice }: Row): OwnFill[] {
  if (openedAt === null || entryPrice === null) return [];
  return [{ key: `open-${positionId}`, at: openedAt, price: entryPrice, side: side === 'long' ? 'buy' : 'sell' }];
}

function closes({ positionId, side, closedAt, closePrice }: Row): OwnFill[] {
  if (closedAt === null || closePrice === null) return [];
  return [{ key: `close-${positionId}`, at: closedAt, price: closePrice, side: closingSide(side) }];
}

/**
 * Where parts of positions were closed at a limit. A position that has closed is drawn with the mean of all its parts already; when an order
 * that ended in another way was filled is not known.
 */
function closingFills(closings: readonly Closing[], rows: readonly Row[]): OwnFill[] {
  const closed = new Set(rows.flatMap(({ positionId, closedAt }) => (closedAt === null ? [] : [positionId])));
  return closings
    .filter(({ positionId, end }) => end === 'filled' && !closed.has(positionId))
    .flatMap(({ closingId, side, averagePrice, endedAt }) =>
      averagePrice === null
        ? []
        : [{ key: `closing-${closingId}`, at: endedAt, price: averagePrice, side: closingSide(side) }],
    );
}
