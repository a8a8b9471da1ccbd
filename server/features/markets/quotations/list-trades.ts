import { Injectable } from '@nestjs/common';
import type { TradeView } from '../../../contract/markets/markets.dto.js';
import type { TradeRowView } from '../../../contract/markets/quotations.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketBoard, MarketCatalog } from '../market-board/index.js';

const ROWS_MAX = 20;
const SECONDS_OF_DAY = 86_400;

/** The last trades of a market, newest first, as the wire shows them. */
@Injectable()
export class ListTrades {
  constructor(
    private readonly catalog: MarketCatalog,
    private readonly board: MarketBoard,
  ) {}

  /** @throws Refusal `markets.unknown-symbol` when no market has this pair of currencies. */
  execute(baseCurrencyId: number, quoteCurrencyId: number): TradeRowView[] {
    const market = this.catalog.byCurrencies(baseCurrencyId, quoteCurrencyId);
    if (!market) throw new Refusal('markets.unknown-symbol');
    return this.board.trades(market.symbol).slice(-ROWS_MAX).reverse().map(tradeRow);
  }
}

function tradeRow({ id, price, quantity, side, at }: TradeView): TradeRowView {
  return { id, ts: at, time: timeOfDay(at), price, amount: quantity, direction: side };
}

/** `HH:mm:ss`, UTC. */
function timeOfDay(at: number): string {
  const seconds = Math.floor(at / 1000) % SECONDS_OF_DAY;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
