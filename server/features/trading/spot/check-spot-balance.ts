import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { MarketEntity } from '../../markets/market-board/index.js';
import { Ledger } from '../../wallet/ledger/index.js';
import type { SpotWish } from './price-spot-order.js';

/** Of the currency that is frozen for it, before and after. */
export interface SpotBalance {
  balance: DecimalText;
  balanceAfter: DecimalText;
}

/** Whether an account has what is to be frozen, and what is left of it then: what previews say of stops and pairs. */
@Injectable()
export class CheckSpotBalance {
  constructor(private readonly ledger: Ledger) {}

  /** @throws Refusal `spot.insufficient-balance`, `spot.insufficient-sellable`. */
  async execute(
    userId: string,
    { side, demo, market }: Pick<SpotWish, 'side' | 'demo'> & { market: MarketEntity },
    reserve: DecimalText,
  ): Promise<SpotBalance> {
    const currencyId = side === 'buy' ? market.quote.id : market.base.id;
    const balances = await this.ledger.balancesOf(userId, demo);
    const balance = balances.find((one) => one.kind === 'spot' && one.currencyId === currencyId)?.balance ?? '0';
    const after = new Decimal(balance).minus(reserve);
    if (after.isNegative()) throw shortage(new Refusal('ledger.insufficient-balance'), { side });
    return { balance, balanceAfter: after.toFixed() };
  }
}

/** What there is too little of, in the words of spot; every other error as it is. */
export function shortage(error: unknown, { side }: Pick<SpotWish, 'side'>): unknown {
  if (!(error instanceof Refusal) || error.code !== 'ledger.insufficient-balance') return error;
  return new Refusal(side === 'buy' ? 'spot.insufficient-balance' : 'spot.insufficient-sellable');
}
