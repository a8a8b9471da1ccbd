import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Ledger } from '../../wallet/ledger/index.js';
import { type AmendmentWish, DraftAmendment, type DraftedAmendment } from './draft-amendment.js';
import { assertDateToCome } from './spot-wishes.js';

export interface AmendmentPreview extends DraftedAmendment {
  /** Of the currency that is frozen for it, before and after. */
  balance: DecimalText;
  balanceAfter: DecimalText;
}

/** What changing an order would do now. Refuses what the change would refuse. */
@Injectable()
export class PreviewAmendment {
  constructor(
    private readonly draftAmendment: DraftAmendment,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal as {@link DraftAmendment}; `spot.insufficient-balance`, `spot.insufficient-sellable`. */
  async execute(wish: AmendmentWish): Promise<AmendmentPreview> {
    const drafted = await this.draftAmendment.execute(wish);
    const { order, prices, reserved, reservedAfter, fill } = drafted;
    // Of the change itself the database's clock decides.
    assertDateToCome(order, this.clock.now());
    const isBuy = order.side === 'buy';
    const currencyId = isBuy ? prices.market.quote.id : prices.market.base.id;
    const balances = await this.ledger.balancesOf(wish.userId, order.demo);
    const account = balances.find((one) => one.kind === 'spot' && one.currencyId === currencyId);
    const balance = account?.balance ?? '0';
    const frozen = new Decimal(balance).minus(reserved).plus(order.reserved);
    if (frozen.isNegative()) throw new Refusal(isBuy ? 'spot.insufficient-balance' : 'spot.insufficient-sellable');
    const { quantity = '0', amount = '0', fee = '0' } = fill ?? {};
    const spent = isBuy ? new Decimal(amount).plus(fee) : new Decimal(quantity);
    const after = frozen.plus(reserved).minus(reservedAfter).minus(spent);
    return { ...drafted, balance, balanceAfter: after.toFixed() };
  }
}
