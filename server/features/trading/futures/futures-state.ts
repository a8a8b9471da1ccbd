import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Decimal } from '../../../contract/decimal.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { ReservedMoney } from '../../wallet/balances/index.js';
import { PositionsStore } from './positions.store.js';
import { GetFuturesAccount } from './get-futures-account.js';

/**
 * The futures' part of a user's state: pending orders and open positions, real and demo, in the shape of their
 * events, and what must stay on the futures account: the unrealised loss of cross positions, and funding that
 * is not charged yet.
 */
@Injectable()
export class FuturesState implements OnModuleInit {
  constructor(
    private readonly parts: StateParts,
    private readonly store: PositionsStore,
    private readonly reserved: ReservedMoney,
    private readonly getFuturesAccount: GetFuturesAccount,
  ) {}

  onModuleInit(): void {
    this.parts.register('positions', (tx, userId) => this.store.openEvents(tx, userId));
    this.reserved.register('contract', async (userId, currencyId, tx) => {
      const book = { userId, demo: false };
      const lost = await this.getFuturesAccount.lossToCover(book, currencyId, tx);
      return new Decimal(lost).plus(await this.store.unpaidFunding(book, currencyId, tx)).toFixed();
    });
  }
}
