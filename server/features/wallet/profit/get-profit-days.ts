import { Injectable } from '@nestjs/common';
import { accountTypeOf, isDemoAccount } from '../../../contract/account-type.dto.js';
import { fromUnits, toUnits, type DecimalText } from '../../../contract/money.js';
import { dayAt, type Flow, grouped, profitDays, type ProfitSpan } from '../../../contract/rules/profit-days.rules.js';
import type { ProfitAccount, ProfitDaysRequest, ProfitDaysView } from '../../../contract/wallet/profit.dto.js';
import { EXPORT_DAYS_MAX } from '../../../contract/wallet/exports.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { UsdtPrices, WalletCatalog } from '../balances/index.js';
import { ClosingPricesStore } from './closing-prices.store.js';
import { type DayFlow, type DayRows, ProfitDaysStore } from './profit-days.store.js';

const DAY_MS = 86_400_000;
/** Lines of an account that are read beside what is added up: those of some minutes. */
const LINES = [256, 20_000] as const;
/** A price of now that is older than this says nothing of now. */
const OLDEST_MS = 600_000;
const FIRST_DAY = '2009-01-01';
const LAST_DAY = '2199-12-31';

export interface DaysAsked {
  userId: string;
  demo: boolean;
  account: ProfitAccount;
  from: string;
  to: string;
}

export interface DaysFound {
  today: string;
  isBehind: boolean;
  days: ProfitSpan[];
}

/** What each day of a time brought a user, in all or in one account. */
@Injectable()
export class GetProfitDays {
  constructor(
    private readonly store: ProfitDaysStore,
    private readonly closingPrices: ClosingPricesStore,
    private readonly prices: UsdtPrices,
    private readonly catalog: WalletCatalog,
  ) {}

  /** @throws Refusal `exports.range` for days that are none, backwards or more than a year. */
  async execute(userId: string, asked: ProfitDaysRequest): Promise<ProfitDaysView> {
    const demo = isDemoAccount(asked.account_type);
    const account = asked.account ?? 'all';
    const { today, isBehind, days } = await this.find({ userId, demo, account, from: asked.from, to: asked.to });
    return {
      account_type: accountTypeOf(demo),
      account,
      today,
      is_behind: isBehind,
      days: days.map(({ from, to: _same, unpriced, ...rest }) => ({
        day: from,
        ...rest,
        unpriced: unpriced.map((id) => this.catalog.codeOf(id)),
      })),
    };
  }

  async find({ userId, demo, account, from, to }: DaysAsked): Promise<DaysFound> {
    if (!isDay(from) || !isDay(to) || to < from || Date.parse(to) - Date.parse(from) >= EXPORT_DAYS_MAX * DAY_MS)
      throw new Refusal('exports.range', { days: String(EXPORT_DAYS_MAX) });
    const rows = await this.rows({ userId, demo, from, to });
    const { today, isBehind } = rows;
    if (isBehind || from > today) return { today, isBehind, days: [] };
    const last = to < today ? to : today;
    const gained = rows.amounts.filter((one) => account === 'all' || one.account === account);
    const flows = flowsOf(rows.flows.filter((one) => isOf(one, account)));
    const priceAt = await this.pricesOf([...new Set(gained.map(({ currencyId }) => currencyId))], {
      from,
      last,
      today,
    });
    return { today, isBehind, days: profitDays({ from, to: last, gained, flows, priceAt }) };
  }

  /** With few of the newest lines, or with many where few are not enough. */
  private async rows(query: { userId: string; demo: boolean; from: string; to: string }): Promise<DayRows> {
    const few = await this.store.read({ ...query, limit: LINES[0] });
    return few.isBehind ? this.store.read({ ...query, limit: LINES[1] }) : few;
  }

  private async pricesOf(currencyIds: number[], { from, last, today }: { from: string; last: string; today: string }) {
    const before = dayAt(Date.parse(from) - DAY_MS);
    const closes = await this.closingPrices.of(currencyIds, before, last);
    const known = new Map(closes.map(({ currencyId, day, price }) => [`${currencyId} ${day}`, price]));
    return (currencyId: number, day: string): DecimalText | null =>
      day === today ? this.priceNow(currencyId) : (known.get(`${currencyId} ${day}`) ?? null);
  }

  private priceNow(currencyId: number): DecimalText | null {
    const known = this.prices.of(this.catalog.codeOf(currencyId));
    return known && known.ageMs <= OLDEST_MS ? known.price : null;
  }
}

function isDay(text: string): boolean {
  if (text < FIRST_DAY || text > LAST_DAY) return false;
  const at = Date.parse(text);
  return Number.isFinite(at) && dayAt(at) === text;
}

/** What is moved between accounts is a flow of each of them, and none of all together. */
function isOf({ account: of, kind }: DayFlow, account: ProfitAccount): boolean {
  return account === 'all' ? kind !== 'between' : of === account;
}

/** The flows of each day in one. */
function flowsOf(flows: readonly DayFlow[]): Flow[] {
  return [...grouped(flows, ({ day }) => day)].map(([day, group]) => {
    const crossing = group.filter(({ kind }) => kind !== 'referral');
    const rebates = group.filter(({ kind }) => kind === 'referral');
    return {
      day,
      received: sum(crossing.map(({ received }) => received)),
      given: sum(crossing.map(({ given }) => given)),
      referral: sum(rebates.map(({ received }) => received)),
      unpriced: [...new Set(group.flatMap(({ unpriced }) => unpriced))],
    };
  });
}

function sum(amounts: readonly DecimalText[]): DecimalText {
  return fromUnits(amounts.reduce((total, amount) => total + toUnits(amount), 0n));
}
