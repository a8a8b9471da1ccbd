import type { AccountEventPayload } from '../../../../server/contract/events.dto';
import { type DecimalText, fromUnits, isDecimalText, toUnits, truncate, UNIT } from '../../../../server/contract/money';
import {
  type AccountTotalView,
  WALLET_ACCOUNTS,
  type WalletAccount,
  type WalletListView,
  type WalletView,
  WIRE_OF_ACCOUNT,
} from '../../../../server/contract/wallet/wallet.dto';
import type { PriceAge } from '../../../ui/age';

/** What one account holds of a coin. */
export interface Pocket {
  available: DecimalText;
  frozen: DecimalText;
}

/** A coin in all accounts of the user. */
export interface Holding {
  currencyId: number;
  code: string;
  pockets: Record<WalletAccount, Pocket>;
  /** Which accounts may hold the coin. */
  accounts: WalletAccount[];
  /** USDT for one, as the reply had it; null when nobody knows. */
  price: DecimalText | null;
  /** When that price was made at its source; null where there is none. */
  pricedAt: number | null;
}

/** What a coin costs in USDT now. */
export interface Quote {
  price: DecimalText;
  /** Null: of the unit itself, which is never old. */
  age: PriceAge | null;
}

export type Quotes = ReadonlyMap<string, Quote>;

/** Decimals of the wire's balances. */
const DECIMALS = 8;
const FLAGS = { spot: 'is_match', option: 'is_micro', contract: 'is_lever', trust: 'is_trust' } as const;

/** The reply, with the moment when it came. */
export type WalletsRead = WalletListView & { readAt: number };

/** The coins of the reply, each once, in the order of the server's catalogue. */
export function holdingsOf(view: WalletsRead): Holding[] {
  const rows = new Map(accountsOf(view).flatMap(([, { balance }]) => balance.map((row) => [row.currency, row])));
  return [...rows.values()].map((row) => holdingOf(row, view.readAt));
}

function accountsOf(view: WalletListView): [WalletAccount, AccountTotalView][] {
  return WALLET_ACCOUNTS.map((account) => [account, view[`${WIRE_OF_ACCOUNT[account]}_wallet`]]);
}

function holdingOf(row: WalletView, readAt: number): Holding {
  const pocket = (account: WalletAccount): Pocket => ({
    available: row[`${WIRE_OF_ACCOUNT[account]}_balance`],
    frozen: row[`lock_${WIRE_OF_ACCOUNT[account]}_balance`],
  });
  return {
    currencyId: row.currency,
    code: row.currency_name,
    pockets: { spot: pocket('spot'), option: pocket('option'), contract: pocket('contract'), trust: pocket('trust') },
    accounts: WALLET_ACCOUNTS.filter((account) => row[FLAGS[account]] === 1),
    price: isDecimalText(row.usdt_price) ? row.usdt_price : null,
    pricedAt: row.price_age_ms === null ? null : readAt - row.price_age_ms,
  };
}

/** The reply as it would be after the event. Figures that depend on prices are left as they are: nobody reads them. */
export function applyBalance<View extends WalletListView>(
  view: View,
  { account, currencyId, after }: Pick<AccountEventPayload<'balance'>, 'account' | 'currencyId' | 'after'>,
): View {
  const wire = WIRE_OF_ACCOUNT[account.replace('_frozen', '') as WalletAccount];
  const field = account.endsWith('_frozen') ? (`lock_${wire}_balance` as const) : (`${wire}_balance` as const);
  const changed = (total: AccountTotalView): AccountTotalView => ({
    ...total,
    balance: total.balance.map((row) =>
      row.currency === currencyId ? { ...row, [field]: truncate(after, DECIMALS) } : row,
    ),
  });
  return {
    ...view,
    change_wallet: changed(view.change_wallet),
    lever_wallet: changed(view.lever_wallet),
    micro_wallet: changed(view.micro_wallet),
    trust_wallet: changed(view.trust_wallet),
  };
}

/** All that is in the accounts, frozen money included. */
export function amountIn({ pockets }: Holding, accounts: readonly WalletAccount[] = WALLET_ACCOUNTS): DecimalText {
  const units = accounts.map((account) => toUnits(pockets[account].available) + toUnits(pockets[account].frozen));
  return fromUnits(units.reduce((sum, one) => sum + one, 0n));
}

export function isZero(amount: DecimalText): boolean {
  return !/[1-9]/.test(amount);
}

/** An amount at a price, cut to eighteen decimals. */
export function worth(amount: DecimalText, price: DecimalText): DecimalText {
  return fromUnits((toUnits(amount) * toUnits(price)) / UNIT);
}

export interface Worth {
  /** In USDT, of what has a price. */
  total: DecimalText;
  /** Codes of what is held and has no price. */
  unpriced: string[];
  /** Of the oldest price in the total: the whole is no newer than it. Null: it is of no price. */
  age: PriceAge | null;
}

/** What the holdings are worth in the accounts at the quotes. */
export function worthOf(
  holdings: readonly Holding[],
  quotes: Quotes,
  accounts: readonly WalletAccount[] = WALLET_ACCOUNTS,
): Worth {
  let total = 0n;
  let oldest: PriceAge | null = null;
  const unpriced: string[] = [];
  for (const holding of holdings) {
    const amount = amountIn(holding, accounts);
    if (isZero(amount)) continue;
    const quote = quotes.get(holding.code);
    if (!quote) {
      unpriced.push(holding.code);
      continue;
    }
    total += toUnits(worth(amount, quote.price));
    oldest = olderOf(oldest, quote.age);
  }
  return { total: fromUnits(total), unpriced, age: oldest };
}

function olderOf(one: PriceAge | null, other: PriceAge | null): PriceAge | null {
  if (one === null || other === null) return one ?? other;
  return (other.pricedAt ?? 0) < (one.pricedAt ?? 0) ? other : one;
}

/** The most valuable first; what has no price after that, what is not held last, both in the catalogue's order. */
export function byWorth(
  holdings: readonly Holding[],
  quotes: Quotes,
  accounts = WALLET_ACCOUNTS as readonly WalletAccount[],
) {
  const rank = (holding: Holding): bigint => {
    const amount = amountIn(holding, accounts);
    if (isZero(amount)) return -2n;
    const quote = quotes.get(holding.code);
    return quote ? toUnits(worth(amount, quote.price)) : -1n;
  };
  const ranked = holdings.map((holding) => ({ holding, rank: rank(holding) }));
  return ranked
    .sort((one, other) => (one.rank === other.rank ? 0 : one.rank > other.rank ? -1 : 1))
    .map(({ holding }) => holding);
}

/** Each account's share of the whole in whole hundredths, from 0 to 10000; all zero when there is nothing. */
export function sharesOf(totals: readonly DecimalText[]): number[] {
  const units = totals.map(toUnits);
  const whole = units.reduce((sum, one) => sum + one, 0n);
  return units.map((one) => (whole === 0n ? 0 : Number((one * 10_000n) / whole)));
}

/** The balances that a transfer would leave; null where the account has not enough. */
export function afterTransfer(
  amount: DecimalText,
  from: DecimalText,
  to: DecimalText,
): [DecimalText, DecimalText] | null {
  const left = toUnits(from) - toUnits(amount);
  return left < 0n ? null : [fromUnits(left), fromUnits(toUnits(to) + toUnits(amount))];
}
