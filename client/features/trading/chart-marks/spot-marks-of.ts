import type { SpotOrderView, SpotOwnFillView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { fromUnits, toUnits } from '../../../../server/contract/money';
import type { OwnFill, OwnLine } from '../../markets/candles';
import { type ExitTerm, isChangeable, isExitChangeable } from '../spot-orders';

interface Asked<Row> {
  symbol: string;
  /** What it is, in few words, and how much of it waits. */
  words: (row: Row, rest: string) => string;
  /** It was dropped at another price. */
  onDrop: (row: Row, price: string) => void;
}

/**
 * The waiting limit orders of one market as lines. One that is alone can be dragged, because a waiting order can be changed; one of a
 * pair is changed with its stop, and so with that one of `stops`.
 */
export function orderLines(
  orders: readonly SpotOrderView[],
  { symbol, stops = [], words, onDrop }: Asked<SpotOrderView> & { stops?: readonly SpotStopView[] | undefined },
): OwnLine[] {
  const changeable = new Set(stops.filter(isChangeable).map(({ id }) => id));
  const isFree = (stopId: string | null | undefined) => !stopId || changeable.has(stopId);
  return orders
    .filter((order) => order.symbol === symbol && /[1-9]/.test(order.target_price))
    .map((order) => ({
      key: `order-${order.id}`,
      price: order.target_price,
      words: words(order, fromUnits(toUnits(order.trade_amount) - toUnits(order.filled_amount))),
      tone: order.type === 1 ? 'gain' : 'loss',
      ...(isFree(order.paired_stop_id) && { onDrop: (price: string) => onDrop(order, price) }),
    }));
}

interface AskedExit {
  symbol: string;
  words: (exit: 'takeProfit' | 'stopLoss') => string;
  /** It was dropped at another price. */
  onDrop: (order: SpotOrderView, term: ExitTerm, price: string) => void;
}

/** What waiting purchases leave behind once they are executed: a take-profit, a stop-loss. Each can be dragged while it waits with its purchase. */
export function exitLines(orders: readonly SpotOrderView[], { symbol, words, onDrop }: AskedExit): OwnLine[] {
  return orders
    .filter((order) => order.symbol === symbol && order.exit?.status === 'waiting')
    .flatMap((order) =>
      (
        [
          ['takeProfit', 'take_profit_price'],
          ['stopLoss', 'stop_loss_price'],
        ] as const
      ).flatMap(([kind, term]) => {
        const price = order.exit?.[term] ?? null;
        if (price === null) return [];
        const line = { key: `${kind}-${order.id}`, price, words: words(kind), tone: 'accent' as const };
        return [isExitChangeable(order) ? { ...line, onDrop: (to: string) => onDrop(order, term, to) } : line];
      }),
    );
}

/**
 * Where the waiting stops of one market are triggered, with what each is for. One that stays where it is can be dragged: what
 * follows the price is moved by it, and what cannot be changed (any more) by nobody.
 */
export function stopLines(stops: readonly SpotStopView[], { symbol, words, onDrop }: Asked<SpotStopView>): OwnLine[] {
  return stops
    .filter((stop) => stop.symbol === symbol && stop.status === 'waiting')
    .map((stop) => ({
      key: `stop-${stop.id}`,
      price: stop.trigger_price,
      words: words(stop, stop.quantity ?? stop.cost ?? ''),
      tone: 'accent',
      ...(stop.watermark === null && isChangeable(stop) && { onDrop: (price: string) => onDrop(stop, price) }),
    }));
}

/** The executions of one market. */
export function fillMarks(fills: readonly SpotOwnFillView[], symbol: string): OwnFill[] {
  return fills
    .filter((fill) => fill.symbol === symbol)
    .map(({ id, at, price, type }) => ({ key: `fill-${id}`, at, price, side: type === 1 ? 'buy' : 'sell' }));
}
