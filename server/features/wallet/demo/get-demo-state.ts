import { Injectable } from '@nestjs/common';
import { DEMO_ACCOUNTS, DEMO_GRANT, type DemoStateView } from '../../../contract/wallet/demo.dto.js';
import { wireAmount } from '../../../contract/wire-decimals.js';
import { isBelow, ListWallets } from '../balances/index.js';
import { DemoStore } from './demo.store.js';
import { GrantDemoMoney } from './grant-demo-money.js';

/** Where a user stands with the demo. */
@Injectable()
export class GetDemoState {
  constructor(
    private readonly store: DemoStore,
    private readonly grantDemoMoney: GrantDemoMoney,
    private readonly listWallets: ListWallets,
  ) {}

  async execute(userId: string): Promise<DemoStateView> {
    const [row, wallet] = await Promise.all([
      this.store.find(userId),
      this.listWallets.one(userId, this.grantDemoMoney.currencyId(), true),
    ]);
    const { currency, balances } = wallet;
    return {
      entered: row !== null,
      active: row?.active ?? false,
      account_type: 'simulation_account',
      currency: currency.id,
      currency_name: currency.code,
      grant: wireAmount(DEMO_GRANT),
      balances: DEMO_ACCOUNTS.map((account) => ({
        account,
        available: wireAmount(balances[account].available),
        frozen: wireAmount(balances[account].frozen),
      })),
      can_top_up: row !== null && DEMO_ACCOUNTS.some((account) => isBelow(balances[account].available, DEMO_GRANT)),
    };
  }
}
