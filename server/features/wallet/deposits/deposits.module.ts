import { Module } from '@nestjs/common';
import { ChainWatchModule } from '../chain-watch/index.js';
import { LedgerModule } from '../ledger/index.js';
import { CountryRulesModule } from '../country-rules/index.js';
import { OwnLimitsModule } from '../own-limits/index.js';
import { UploadsModule } from '../../account/uploads/index.js';
import { BalancesModule } from '../balances/index.js';
import { ApproveDeposit } from './approve-deposit.js';
import { AskForLook } from './ask-for-look.js';
import { CheckDeposit } from './check-deposit.js';
import { DecideDeposit } from './decide-deposit.js';
import { PostponeDeposit } from './postpone-deposit.js';
import { DepositAddressesStore } from './deposit-addresses.store.js';
import { DepositState } from './deposits-state.js';
import './deposits-invariants.js';
import './deposits-lists.js';
import { DepositsJobs } from './deposits.jobs.js';
import { DepositsController } from './deposits.controller.js';
import { DepositHistoryStore } from './deposit-history.store.js';
import { DepositsStore } from './deposits.store.js';
import { GetBankAccount } from './get-bank-account.js';
import { GetDepositAddresses } from './get-deposit-addresses.js';
import { IsDepositAddress } from './is-deposit-address.js';
import { ListDepositCurrencies } from './list-deposit-currencies.js';
import { ListDeposits } from './list-deposits.js';
import { PollChains } from './poll-chains.js';
import { NoteDeposit } from './note-deposit.js';
import { RejectDeposit } from './reject-deposit.js';
import { SetUpDepositAddresses } from './set-up-deposit-addresses.js';
import { SubmitDeposit } from './submit-deposit.js';
import './deposits-personal.js';

@Module({
  imports: [ChainWatchModule, LedgerModule, CountryRulesModule, OwnLimitsModule, UploadsModule, BalancesModule],
  controllers: [DepositsController],
  providers: [
    DepositAddressesStore,
    DepositsStore,
    DepositHistoryStore,
    DepositState,
    GetDepositAddresses,
    GetBankAccount,
    SetUpDepositAddresses,
    IsDepositAddress,
    ListDepositCurrencies,
    CheckDeposit,
    NoteDeposit,
    SubmitDeposit,
    DecideDeposit,
    ApproveDeposit,
    PostponeDeposit,
    RejectDeposit,
    ListDeposits,
    PollChains,
    AskForLook,
    DepositsJobs,
  ],
  exports: [ApproveDeposit, AskForLook, PostponeDeposit, RejectDeposit, SetUpDepositAddresses, IsDepositAddress],
})
export class DepositsModule {}
