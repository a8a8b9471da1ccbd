import { Module } from '@nestjs/common';
import { SubAccountsModule } from '../../account/sub-accounts/index.js';
import { BalancesModule } from '../balances/index.js';
import { LedgerModule } from '../ledger/index.js';
import { MoveSubMoney } from './move-sub-money.js';
import { GetSubAccounts } from './get-sub-accounts.js';
import './sub-transfers-invariants.js';
import './sub-transfers-personal.js';
import { SubTransfersController } from './sub-transfers.controller.js';
import { SubTransfersStore } from './sub-transfers.store.js';

@Module({
  imports: [BalancesModule, LedgerModule, SubAccountsModule],
  controllers: [SubTransfersController],
  providers: [SubTransfersStore, MoveSubMoney, GetSubAccounts],
})
export class SubTransfersModule {}
