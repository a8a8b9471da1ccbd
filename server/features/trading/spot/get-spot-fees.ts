import { Injectable } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import type { DecimalText } from '../../../contract/money.js';
import type { SpotFees } from '../../wallet/balances/index.js';
import { SpotStore } from './spot.store.js';

/** The fee that the wallet shows beside a coin: the ratio that an order is charged with, in percent. */
@Injectable()
export class GetSpotFees implements SpotFees {
  constructor(private readonly store: SpotStore) {}

  async percentOf(currencyId: number): Promise<DecimalText> {
    const ratio = await this.store.feeOfCoin(currencyId);
    return new Decimal(ratio ?? 0).times(100).toFixed();
  }
}
