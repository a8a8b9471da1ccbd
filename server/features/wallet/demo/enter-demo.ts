import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { WalletActs } from '../balances/index.js';
import { DemoStore } from './demo.store.js';
import { GrantDemoMoney } from './grant-demo-money.js';

/** Enters the demo: the first time with the grant. Doing it again changes nothing. */
@Injectable()
export class EnterDemo {
  constructor(
    private readonly store: DemoStore,
    private readonly grantDemoMoney: GrantDemoMoney,
    private readonly acts: WalletActs,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  async execute(userId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.acts.lockUser(tx, userId);
      const isFirst = await this.store.enter(tx, userId, new Date(this.clock.now()));
      if (isFirst) await this.grantDemoMoney.execute(tx, userId, 'enter');
    });
  }
}
