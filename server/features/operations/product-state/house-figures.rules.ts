import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { CoverageView, HouseProfitView } from '../../../contract/operations/product-state.dto.js';

/** One kind of account of the house in one currency, its shards together. */
export interface HouseAccount {
  coin: string;
  kind: string;
  balance: DecimalText;
}

const RATIO_DECIMALS = 4;
const ZERO = new Decimal(0);

/** Kinds that are the house's own gain or cost. */
const OWN = ['house_pnl', 'fee', 'penalty', 'interest_expense', 'rebate_expense', 'adjustment'];

/** What the house earned, by coin; coins in which it has neither earned nor put anything aside are left out. */
export function profitOf(accounts: readonly HouseAccount[]): HouseProfitView[] {
  return coinsOf(accounts).flatMap((coin) => {
    const of = (...kinds: string[]) => sum(accounts, coin, kinds);
    const [total, insurance] = [of(...OWN), of('insurance')];
    if (OWN.every((kind) => of(kind).isZero()) && insurance.isZero()) return [];
    return [
      {
        coin,
        trading: of('house_pnl').toFixed(),
        fees: of('fee').toFixed(),
        penalties: of('penalty').toFixed(),
        interest: of('interest_expense').toFixed(),
        rebates: of('rebate_expense').toFixed(),
        adjustments: of('adjustment').toFixed(),
        total: total.toFixed(),
        insurance: insurance.toFixed(),
      },
    ];
  });
}

/**
 * What users own against what came in from outside. Every currency sums to zero over the books (L01), so what users own is
 * what the house's accounts are short of; what is held between two users is theirs, and coins that an issuer has still to
 * deliver are the issuer's to cover.
 */
export function coverageOf(accounts: readonly HouseAccount[]): CoverageView[] {
  return coinsOf(accounts).flatMap((coin) => {
    const of = (kind: string) => sum(accounts, coin, [kind]);
    const owed = sum(accounts, coin, null).negated().plus(of('escrow'));
    const held = of('external')
      .negated()
      .minus(Decimal.min(of('issuance'), ZERO));
    if (owed.isZero() && held.isZero()) return [];
    const ratio = owed.gt(ZERO) ? held.div(owed).toDecimalPlaces(RATIO_DECIMALS, Decimal.ROUND_DOWN).toFixed() : null;
    return [{ coin, owed: owed.toFixed(), held: held.toFixed(), ratio }];
  });
}

function coinsOf(accounts: readonly HouseAccount[]): string[] {
  return [...new Set(accounts.map(({ coin }) => coin))];
}

function sum(accounts: readonly HouseAccount[], coin: string, kinds: readonly string[] | null): Decimal {
  return accounts
    .filter((account) => account.coin === coin && (kinds === null || kinds.includes(account.kind)))
    .reduce((total, { balance }) => total.plus(balance), ZERO);
}
