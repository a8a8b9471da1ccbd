import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import type { DecimalText } from '../../../contract/money.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { FuturesCatalog } from './futures-catalog.js';
import type { Book } from './positions.store.js';
import { type AccountNow, crossTotals, judged, type MarkNow } from '../../../contract/rules/position-figures.rules.js';
import { PositionsStore } from './positions.store.js';

/** A futures account with the current marks. */
export interface FuturesAccount extends AccountNow {
  /** Pending, holding and closing, newest first. */
  positions: FuturesPositionView[];
  balances: { currencyId: number; available: DecimalText; frozen: DecimalText }[];
}

/** Reads a futures account with its open positions. */
@Injectable()
export class GetFuturesAccount {
  constructor(
    private readonly positions: PositionsStore,
    private readonly ledger: Ledger,
    private readonly catalog: FuturesCatalog,
    private readonly markets: TradableMarkets,
  ) {}

  async execute(book: Book, tx?: Transaction): Promise<FuturesAccount> {
    const reads = [
      () => this.positions.open(book, tx),
      () => this.ledger.balancesOf(book.userId, book.demo, tx),
    ] as const;
    // A transaction is one connection: queries on it run one after the other.
    const [positions, rows] = tx
      ? ([await reads[0](), await reads[1]()] as const)
      : await Promise.all([reads[0](), reads[1]()]);
    const of = (kind: string, currencyId: number) =>
      rows.find((row) => row.kind === kind && row.currencyId === currencyId)?.balance ?? '0';
    const held = rows.filter(({ kind }) => kind === 'contract' || kind === 'contract_frozen');
    const currencies = [...new Set(held.map(({ currencyId }) => currencyId))];
    return {
      positions,
      balances: currencies.map((currencyId) => ({
        currencyId,
        available: of('contract', currencyId),
        frozen: of('contract_frozen', currencyId),
      })),
      available: (currencyId) => of('contract', currencyId),
      mark: (marketId) => this.mark(marketId, book.demo),
      product: (marketId) => this.catalog.find(marketId),
    };
  }

  /**
   * What must stay in the futures account to cover the unrealised loss of cross positions at the current marks.
   * @throws Refusal `market.stale` when one of them has no mark.
   */
  async lossToCover(book: Book, currencyId: number, tx?: Transaction): Promise<DecimalText> {
    const account = await this.execute(book, tx);
    const { gain, isKnown } = crossTotals(account.positions, currencyId, judged(account.positions, account));
    if (!isKnown) throw new Refusal('market.stale');
    return Decimal.max(0, gain.negated()).toFixed();
  }

  /** The usable marks of all futures markets for this book, by market, from which a stored function computes its own {@link lossToCover}. */
  marks(demo: boolean): Record<number, DecimalText> {
    const marks: Record<number, DecimalText> = {};
    for (const marketId of this.catalog.marketIds()) {
      const now = this.mark(marketId, demo);
      if (now) marks[marketId] = now.mark;
    }
    return marks;
  }

  /** The mark that may be used now; null when it is too old, the market is closed, or it may not value this book's money. */
  mark(marketId: number, demo: boolean): MarkNow | null {
    const found = this.markets.look({ marketId, product: 'perpetual', demo });
    return found?.mark ? { mark: found.mark, at: found.sampledAt } : null;
  }
}
