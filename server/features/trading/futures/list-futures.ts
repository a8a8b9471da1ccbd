import { Inject, Injectable } from '@nestjs/common';
import { accountTypeOf } from '../../../contract/account-type.dto.js';
import type { FuturesPositionsView, FuturesPositionView } from '../../../contract/trading/futures.dto.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { FuturesCatalog } from './futures-catalog.js';
import { PreferencesStore } from './preferences.store.js';
import { positionFigures } from '../../../contract/rules/position-figures.rules.js';
import { type Book, type PositionFilter, PositionsStore } from './positions.store.js';
import { type FuturesAccount, GetFuturesAccount } from './get-futures-account.js';

/** Lists what a user has open, and what there was. */
@Injectable()
export class ListFutures {
  constructor(
    private readonly getFuturesAccount: GetFuturesAccount,
    private readonly positions: PositionsStore,
    private readonly catalog: FuturesCatalog,
    private readonly store: PreferencesStore,
    private readonly outbox: Outbox,
    @Inject(Transactions) private readonly transactions: Transactions,
  ) {}

  /** Everything open with its figures, and the place in the events from which a client keeps it right. */
  async open(book: Book): Promise<FuturesPositionsView> {
    // The place is read first: what happens meanwhile is then told again and changes nothing.
    const place = await this.transactions.runStatement((tx) => this.outbox.placeOf(tx, book.userId));
    const [account, marginMode] = await Promise.all([
      this.getFuturesAccount.execute(book),
      this.store.marginMode(book),
    ]);
    const markets = new Set(account.positions.map(({ marketId }) => marketId));
    return {
      account_type: accountTypeOf(book.demo),
      place: { ep: place.epoch, s: place.sequence },
      balances: account.balances,
      marginMode: marginMode ?? 'isolated',
      positions: account.positions,
      figures: positionFigures(account.positions, account),
      products: this.catalog.all().filter(({ marketId }) => markets.has(marketId)),
    };
  }

  account(book: Book): Promise<FuturesAccount> {
    return this.getFuturesAccount.execute(book);
  }

  list(book: Book, filter: PositionFilter): Promise<{ rows: FuturesPositionView[]; total: number }> {
    return this.positions.list(book, filter);
  }
}
