import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/index.js';
import { BalancesModule } from '../balances/index.js';
import './demo-invariants.js';
import { DemoController } from './demo.controller.js';
import { DemoStore } from './demo.store.js';
import { EnterDemo } from './enter-demo.js';
import { GetDemoState } from './get-demo-state.js';
import { GrantDemoMoney } from './grant-demo-money.js';
import { LeaveDemo } from './leave-demo.js';
import { TopUpDemo } from './top-up-demo.js';
import './demo-personal.js';

@Module({
  imports: [LedgerModule, BalancesModule],
  controllers: [DemoController],
  providers: [DemoStore, GrantDemoMoney, EnterDemo, TopUpDemo, LeaveDemo, GetDemoState],
  exports: [EnterDemo, GetDemoState],
})
export class DemoModule {}
