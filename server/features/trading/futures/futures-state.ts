import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { ReservedMoney } from '../../wallet/balances/index.js';
import { PositionsStore } from './positions.store.js';
import { GetFuturesAccount } from './get-futures-account.js';

/**
 * The perpetuals' part of a user's state, pending orders and open positions of both books as their events tell them;
 * and what must stay on the contract account, because cross positions have lost it.
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
    this.reserved.register('contract', (userId, currencyId, tx) =>
      this.getFuturesAccount.keep({ userId, demo: false }, currencyId, tx),
    );
  }
}
