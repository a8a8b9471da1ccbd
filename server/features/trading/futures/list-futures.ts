import { Inject, Injectable } from '@nestjs/common';
import { accountTypeOf } from '../../../contract/account-type.dto.js';
import type { PageAsked } from '../../../contract/pages.dto.js';
import type { FuturesClosedPartView } from '../../../contract/trading/closed-parts.dto.js';
import type { FuturesPositionsView, FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { FuturesCatalog } from './futures-catalog.js';
import { GetAccountTerms } from './get-account-terms.js';
import { positionFigures } from '../../../contract/rules/position-figures.rules.js';
import { type PositionFilter, PositionHistoryStore } from './position-history.store.js';
import type { Book } from './positions.store.js';
import { type FuturesAccount, GetFuturesAccount } from './get-futures-account.js';

/** Lists a user's open and past positions. */
@Injectable()
export class ListFutures {
  constructor(
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly history: PositionHistoryStore,
    private readonly catalog: FuturesCatalog,
    private readonly getAccountTerms: GetAccountTerms,
    private readonly outbox: Outbox,
    @Inject(Transactions) private readonly transactions: Transactions,
  ) {}

  /** All open positions with their figures, and the event sequence number from which a client applies updates. */
  async open(book: Book): Promise<FuturesPositionsView> {
    // The sequence number is read first: events in between are delivered again and are idempotent.
    const place = await this.transactions.runStatement((tx) => this.outbox.placeOf(tx, book.userId));
    const [account, { marginMode, newUntil }] = await Promise.all([
      this.getFuturesAccount.execute(book),
      this.getAccountTerms.execute(book),
    ]);
    const markets = new Set(account.positions.map(({ marketId }) => marketId));
    return {
      account_type: accountTypeOf(book.demo),
      place: { ep: place.epoch, s: place.sequence },
      balances: account.balances,
      marginMode,
      newUntil,
      positions: account.positions,
      figures: positionFigures(account.positions, account),
      products: this.catalog.all().filter(({ marketId }) => markets.has(marketId)),
    };
  }

  account(book: Book): Promise<FuturesAccount> {
    return this.getFuturesAccount.execute(book);
  }

  list(book: Book, filter: PositionFilter): Promise<{ rows: FuturesPositionView[]; total: number }> {
    return this.history.list(book, filter);
  }

  /** Parts of positions that were closed by themselves, the newest first. */
  closedParts(book: Book, asked: PageAsked): Promise<FuturesClosedPartView[]> {
    return this.history.closedParts(book, asked);
  }
}
