import type { SpotOrderView, SpotOwnFillView } from '../../../../server/contract/trading/spot.dto';
import { fromUnits, toUnits } from '../../../../server/contract/money';
import type { OwnFill, OwnLine } from '../../markets/candles';

interface Asked {
  symbol: string;
  /** What an order is, in few words. */
  words: (order: SpotOrderView, rest: string) => string;
  /** An order was dropped at another price. */
  onDrop: (order: SpotOrderView, price: string) => void;
}

/** The waiting limit orders of one market as lines; each can be dragged, because a waiting order can be changed. */
export function orderLines(orders: readonly SpotOrderView[], { symbol, words, onDrop }: Asked): OwnLine[] {
  return orders
    .filter((order) => order.symbol === symbol && /[1-9]/.test(order.target_price))
    .map((order) => ({
      key: `order-${order.id}`,
      price: order.target_price,
      words: words(order, fromUnits(toUnits(order.trade_amount) - toUnits(order.filled_amount))),
      tone: order.type === 1 ? 'gain' : 'loss',
      onDrop: (price) => onDrop(order, price),
    }));
}

/** The executions of one market. */
export function fillMarks(fills: readonly SpotOwnFillView[], symbol: string): OwnFill[] {
  return fills
    .filter((fill) => fill.symbol === symbol)
    .map(({ id, at, price, type }) => ({ key: `fill-${id}`, at, price, side: type === 1 ? 'buy' : 'sell' }));
}
