import { Injectable, type OnModuleInit } from '@nestjs/common';
import { StateParts } from '../../../platform/outbox/state-parts.js';
import { ReservedMoney } from '../../wallet/balances/index.js';
import { PositionsStore } from './positions.store.js';
import { GetFuturesAccount } from './get-futures-account.js';

/**
 * The futures' part of a user's state: pending orders and open positions, real and demo, in the shape of their
 * events, and the unrealised loss of cross positions that must stay on the futures account.
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
      this.getFuturesAccount.lossToCover({ userId, demo: false }, currencyId, tx),
    );
  }
}
