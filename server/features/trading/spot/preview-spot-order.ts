import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { type PricedSpotOrder, PriceSpotOrder, type SpotWish } from './price-spot-order.js';
import { assertDate } from './spot-wishes.js';

export interface SpotPreview extends PricedSpotOrder {
  /** Of the currency that is paid with. */
  balance: DecimalText;
  balanceAfter: DecimalText;
  /** Of the currency that is received. */
  received: DecimalText;
}

/** What an order would do now. Refuses what the order would refuse. */
@Injectable()
export class PreviewSpotOrder {
  constructor(
    private readonly priceSpotOrder: PriceSpotOrder,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as {@link PriceSpotOrder}; `spot.expiry`, `spot.insufficient-balance`, `spot.insufficient-sellable`. */
  async execute(userId: string, wish: SpotWish): Promise<SpotPreview> {
    const priced = await this.priceSpotOrder.execute(wish);
    for (const date of [wish.expiresAt, wish.exit?.expiresAt]) assertDate(date, this.clock.now());
    const { side } = wish;
    const { base, quote } = priced.market;
    const balances = await this.ledger.balancesOf(userId, wish.demo);
    const spot = (id: number) =>
      balances.find(({ kind, currencyId }) => kind === 'spot' && currencyId === id)?.balance ?? '0';
    const balance = spot(side === 'buy' ? quote.id : base.id);
    const { quantity = '0', amount = '0', fee = '0' } = priced.fill ?? {};
    const spent = side === 'buy' ? new Decimal(amount).plus(fee) : new Decimal(quantity);
    const after = new Decimal(balance).minus(spent).minus(priced.reserve);
    if (after.isNegative()) {
      throw new Refusal(side === 'buy' ? 'spot.insufficient-balance' : 'spot.insufficient-sellable');
    }
    const received = side === 'buy' ? quantity : new Decimal(amount).minus(fee).toFixed();
    return { ...priced, balance, balanceAfter: after.toFixed(), received };
  }
}
