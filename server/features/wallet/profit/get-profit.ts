import { Injectable } from '@nestjs/common';
import { accountTypeOf } from '../../../contract/account-type.dto.js';
import { WALLET_ACCOUNTS, type WalletAccount } from '../../../contract/wallet/wallet.dto.js';
import type { ProfitView, WalletProfitView } from '../../../contract/wallet/profit.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { WalletCatalog } from '../balances/index.js';
import { capitalReasons } from '../ledger/index.js';
import { PastPrices } from './past-prices.js';
import { type ProfitBasis, profitOf, TOO_MANY } from './profit.rules.js';
import { type MovedRow, type Movements, ProfitStore } from './profit.store.js';

const DAY_MS = 86_400_000;
/** Postings that are looked through; more than this in a day is no person. */
const POSTINGS_MAX = 20_000;
/** Minutes of coins other than USDT that are priced. */
const PRICED_MAX = 500;

/** What a user won or lost in the last 24 hours, by the books: in all, and in each account. */
@Injectable()
export class GetProfit {
  constructor(
    private readonly store: ProfitStore,
    private readonly catalog: WalletCatalog,
    private readonly pastPrices: PastPrices,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string, demo = false): Promise<WalletProfitView> {
    const until = this.clock.now();
    const since = until - DAY_MS;
    const movements = await this.store.movements({
      userId,
      demo,
      since: new Date(since),
      capital: capitalReasons(),
      limit: POSTINGS_MAX,
    });
    return { account_type: accountTypeOf(demo), since, until, ...(await this.profits(movements, since)) };
  }

  private async profits({ holdings, moved }: Movements, since: number): Promise<Profits> {
    if (!moved) return each(() => TOO_MANY);
    const basis = (accounts: readonly WalletAccount[], isPart: (row: MovedRow) => boolean): ProfitBasis => ({
      since,
      holdings: holdings
        .filter(({ account }) => accounts.includes(account))
        .map(({ currencyId, before, now }) => ({ code: this.catalog.codeOf(currencyId), before, now })),
      moved: moved
        .filter((row) => accounts.includes(row.account) && isPart(row))
        .map(({ currencyId, at, pricedAt, amount }) => ({
          code: this.catalog.codeOf(currencyId),
          at: at * 1000,
          pricedAt: pricedAt * 1000,
          amount,
        })),
    });
    const whole = basis(WALLET_ACCOUNTS, () => true);
    const wanted = [
      ...whole.holdings.map(({ code }) => ({ code, at: since })),
      ...whole.moved.map(({ code, pricedAt }) => ({ code, at: pricedAt })),
    ];
    if (wanted.filter(({ code }) => code !== 'USDT').length > PRICED_MAX) return each(() => TOO_MANY);
    const prices = await this.pastPrices.of(wanted);
    return each((account) =>
      profitOf(account ? basis([account], () => true) : basis(WALLET_ACCOUNTS, ({ isOutside }) => isOutside), prices),
    );
  }
}

type Profits = Pick<WalletProfitView, 'all' | WalletAccount>;

function each(profit: (account: WalletAccount | null) => ProfitView): Profits {
  const [spot, option, contract, trust] = WALLET_ACCOUNTS.map(profit) as [
    ProfitView,
    ProfitView,
    ProfitView,
    ProfitView,
  ];
  return { all: profit(null), spot, option, contract, trust };
}
