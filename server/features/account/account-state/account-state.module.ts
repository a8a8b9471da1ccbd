import { Module } from '@nestjs/common';
import { AccountStateController } from './account-state.controller.js';
import { GetAccountState } from './get-account-state.js';

@Module({
  controllers: [AccountStateController],
  providers: [GetAccountState],
})
export class AccountStateModule {}
