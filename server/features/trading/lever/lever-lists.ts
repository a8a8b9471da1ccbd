import { Injectable } from '@nestjs/common';
import { accountTypeOf } from '../../../contract/account-type.dto.js';
import { Decimal } from '../../../contract/decimal.js';
import type { Language } from '../../../contract/errors.js';
import type { LeverAllView, LeverDealView, LeverTradesView } from '../../../contract/trading/lever.dto.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { type PageAsked, paginator } from '../../../contract/pages.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { ExchangeRates } from '../../markets/exchange-rates/index.js';
import { TradableMarkets } from '../../markets/market-board/index.js';
import { type Book, type FuturesAccount, FuturesCatalog, ListFutures } from '../futures/index.js';
import { figuresOf, type LeverReader, leverRisk, leverTotals, leverView } from './lever-views.js';
import { isHeld } from '../../../contract/rules/position-figures.rules.js';

/** Whose lists, and in which language. */
export interface LeverQuery extends Book {
  language: Language;
}

const DEPTH_ROWS = 10;
const LOT_CHOICES = [1, 5, 10, 50, 100];

/** The lists of the old clients. */
@Injectable()
export class LeverLists {
  constructor(
    private readonly listFutures: ListFutures,
    private readonly catalog: FuturesCatalog,
    private readonly markets: TradableMarkets,
    private readonly rates: ExchangeRates,
  ) {}

  /** A page of rows in both nestings: under `message`, and where older clients look for it. */
  async trades(
    query: LeverQuery,
    { statuses, marketIds, ...asked }: PageAsked & { statuses?: number[]; marketIds?: number[] },
  ): Promise<LeverTradesView> {
    const filter = { ...asked, ...(statuses && { statuses }), ...(marketIds && { marketIds }) };
    const [account, { rows, total }] = await Promise.all([
      this.listFutures.account(query),
      this.listFutures.list(query, filter),
    ]);
    const figures = figuresOf(account);
    const reader = this.reader(query, figures);
    const page = paginator(
      rows.map((row) => leverView(row, reader)),
      total,
      { ...asked, path: '/api/lever/my_trade' },
    );
    return {
      ...page,
      rate_profits_total: leverRisk(leverTotals(account, figures)),
      message: page,
      lever_balance: available(account),
    };
  }

  /** Held positions with the sums over all of them and over those of the market that was asked for. */
  async all(query: LeverQuery, asked: PageAsked & { marketIds?: number[] }): Promise<LeverAllView> {
    const { marketIds, ...page } = asked;
    const filter = { ...page, statuses: [1, 2], ...(marketIds && { marketIds }) };
    const [account, { rows, total }] = await Promise.all([
      this.listFutures.account(query),
      this.listFutures.list(query, filter),
    ]);
    const figures = figuresOf(account);
    const all = leverTotals(account, figures);
    const part = leverTotals(
      account,
      figures,
      account.positions.filter(({ marketId }) => !marketIds || marketIds.includes(marketId)),
    );
    const reader = this.reader(query, figures);
    return {
      balance: available(account),
      hazard_rate: all.hazardRate,
      caution_money_total: all.margin,
      origin_caution_money_total: all.initialMargin,
      profits_total: all.profits,
      caution_money: part.margin,
      origin_caution_money: part.initialMargin,
      profits: part.profits,
      order: paginator(
        rows.map((row) => leverView(row, reader)),
        total,
        { ...page, path: '/api/lever/dealall' },
      ),
    };
  }

  /** What the futures page needs of a market. @throws Refusal `market.not-offered`. */
  async deal(query: LeverQuery, marketId: number): Promise<LeverDealView> {
    // Also of one that is switched off: what is held there is on the page.
    const product = this.catalog.find(marketId);
    if (!product) throw new Refusal('market.not-offered');
    const account = await this.listFutures.account(query);
    const reader = this.reader(query, figuresOf(account));
    const { book, last } = this.markets.shown({ marketId, product: 'perpetual' });
    const level = ([price, number]: readonly [string, string]) => ({ price, number });
    const worth = account.balances.reduce((sum, { available: free, frozen }) => sum.plus(free).plus(frozen), ZERO);
    return {
      lever_transaction: {
        in: (book?.bids ?? []).slice(0, DEPTH_ROWS).map(level),
        out: (book?.asks ?? []).slice(0, DEPTH_ROWS).map(level),
      },
      my_transaction: account.positions
        .filter((position) => isHeld(position) && position.marketId === marketId)
        .map((position) => leverView(position, reader)),
      lever_share_limit: { min: product.lotsMin, max: product.lotsMax },
      multiple: {
        muit: product.leverages.map((value) => ({ value })),
        share: LOT_CHOICES.filter((value) => value >= product.lotsMin && value <= product.lotsMax).map((value) => ({
          value,
        })),
      },
      last_price: last ?? '',
      user_lever: available(account),
      all_levers: wireAmount(worth.toFixed()),
      ustd_price: '1.00000000',
      ExRAte: this.rates.usdt.yuan,
      ExRAte_age_ms: this.rates.usdt.ageMs,
      account_type: accountTypeOf(query.demo),
      product,
    };
  }

  /** The futures account as it is, valued at the prices of whenever it is asked. */
  account(book: Book): Promise<FuturesAccount> {
    return this.listFutures.account(book);
  }

  /** Everything the old clients' private event shows: all of the user's open rows, at the prices of now. */
  everything(query: LeverQuery, account: FuturesAccount) {
    const figures = figuresOf(account);
    const reader = this.reader(query, figures);
    const rows = account.positions.map((position) => leverView(position, reader));
    return { totals: leverTotals(account, figures), rows };
  }

  private reader({ userId, language }: LeverQuery, figures: ReturnType<typeof figuresOf>): LeverReader {
    return {
      userId,
      language,
      market: (marketId) => this.catalog.market(marketId),
      figures: (positionId) => figures.get(positionId),
      last: (marketId) => this.markets.shown({ marketId, product: 'perpetual' }).last,
    };
  }
}

const ZERO = new Decimal(0);

/** Free USDT of the futures account: the currency of all futures. */
function available(account: FuturesAccount): string {
  const sum = account.balances.reduce((so, { available: free }) => so.plus(free), ZERO);
  return wireAmount(sum.toFixed());
}
