import type { TradeRowView } from '../../../contract/markets/quotations.dto.js';
import { fromUnits, toUnits } from '../../../contract/money.js';
import { wireAmount, wirePrice } from '../../../contract/wire-decimals.js';
import { wireTime } from '../../../contract/pages.dto.js';
import { averagePrice } from '../../../contract/rules/spot.rules.js';
import type { DepthLevel } from '../../../contract/markets/markets.dto.js';
import type {
  TransactionLevelView,
  TransactionOrderView,
  TransactionTradeView,
} from '../../../contract/trading/transactions.dto.js';
import type { MarketCatalog, MarketEntity } from '../../markets/market-board/index.js';
import type { SpotOrder } from './spot.store.js';

const BOUGHT = 2;
const SOLD = 1;

export function levelView([price, quantity]: DepthLevel, market: MarketEntity): TransactionLevelView {
  return { price: wirePrice(price, market), number: wireAmount(quantity) };
}

export function tradeView(
  { id, ts, price, amount, direction }: TradeRowView,
  market: MarketEntity,
): TransactionTradeView {
  return {
    id,
    time: wireTime(new Date(ts)),
    price: wirePrice(price, market),
    number: wireAmount(amount),
    way: direction === 'buy' ? BOUGHT : SOLD,
    currency_name: market.base.code,
    legal_name: market.quote.code,
  };
}

/** An order as those clients list it: what waits with what is left of it, what is done with what was executed. */
export function transactionView(order: SpotOrder, catalog: Pick<MarketCatalog, 'byId'>): TransactionOrderView {
  const market = catalog.byId(order.marketId);
  const isOpen = order.status === 'open';
  const price = (isOpen ? order.limitPrice : averagePrice(order)) ?? '0';
  const left = fromUnits(toUnits(order.quantity) - toUnits(order.filled));
  return {
    id: order.id,
    user_id: order.userId,
    price: wirePrice(price, market),
    number: wireAmount(isOpen ? left : order.filled),
    currency: market?.base.id ?? 0,
    legal: market?.quote.id ?? 0,
    currency_name: market?.base.code ?? '',
    legal_name: market?.quote.code ?? '',
    type: order.side === 'buy' ? 'in' : 'out',
    way: order.side === 'buy' ? BOUGHT : SOLD,
    create_time: wireTime(order.createdAt),
  };
}
