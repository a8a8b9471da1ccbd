import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotentCommands } from '../../../platform/idempotency/idempotent-commands.js';
import { WalletActs } from '../balances/index.js';
import { DemoStore } from './demo.store.js';
import { GrantDemoMoney } from './grant-demo-money.js';

/** Brings every demo account that is below the grant back up to it, whenever the user likes. */
@Injectable()
export class TopUpDemo {
  constructor(
    private readonly store: DemoStore,
    private readonly grantDemoMoney: GrantDemoMoney,
    private readonly acts: WalletActs,
    private readonly commands: IdempotentCommands,
  ) {}

  /** @throws Refusal `demo.not-entered`. */
  async execute(userId: string, key: string | null): Promise<void> {
    await this.commands.run({ userId, route: 'demo/top_up', key, body: {} }, async (tx) => {
      await this.acts.lockUser(tx, userId);
      if (!(await this.store.find(userId, tx))) throw new Refusal('demo.not-entered');
      await this.grantDemoMoney.execute(tx, userId, 'top-up');
    });
  }
}
