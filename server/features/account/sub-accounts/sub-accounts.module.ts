import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/index.js';
import { ManageSubAccounts } from './manage-sub-accounts.js';
import { SubAccounts } from './sub-accounts.js';
import { SubAccountsController } from './sub-accounts.controller.js';
import { SubAccountsStore } from './sub-accounts.store.js';
import './sub-accounts-personal.js';

@Module({
  imports: [ApiKeysModule],
  controllers: [SubAccountsController],
  providers: [SubAccountsStore, SubAccounts, ManageSubAccounts],
  exports: [SubAccounts],
})
export class SubAccountsModule {}
