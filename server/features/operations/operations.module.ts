import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { DepositsModule } from '../deposits/index.js';
import { LedgerModule } from '../ledger/index.js';
import { MarketsModule } from '../markets/index.js';
import { UploadsModule } from '../uploads/index.js';
import { WalletModule } from '../wallet/index.js';
import { WithdrawalsModule } from '../withdrawals/index.js';
import { ApplySettings } from './apply-settings.js';
import { BooksController } from './books.controller.js';
import { DeskBooksStore } from './books.store.js';
import { ChangeSettings } from './change-settings.js';
import { ClaimCase } from './claim-case.js';
import { ClaimsStore } from './claims.store.js';
import { CountJobs } from './count-jobs.js';
import { CountQueues } from './count-queues.js';
import { DecideDeposits } from './decide-deposits.js';
import { DecideProposals } from './decide-proposals.js';
import { DecideVerifications, VerificationSteps } from './decide-verifications.js';
import { DecideWithdrawals, WithdrawalSteps } from './decide-withdrawals.js';
import { DeliverNotices } from './deliver-notices.js';
import { DepositCasesStore } from './deposit-cases.store.js';
import { DepositsDeskController } from './deposits-desk.controller.js';
import { DeskStore } from './desk.store.js';
import { HaltMarket } from './halt-market.js';
import { ListSettings } from './list-settings.js';
import { LedgerDesk, LookAtBooks } from './look-at-books.js';
import { LookAtDeposits } from './look-at-deposits.js';
import { LookAtUsers } from './look-at-users.js';
import { LookAtVerifications } from './look-at-verifications.js';
import { LookAtWithdrawals } from './look-at-withdrawals.js';
import { NoticesStore } from './notices.store.js';
import { OperationsJobs } from './operations.jobs.js';
import { PeopleController } from './people.controller.js';
import { PeopleStore } from './people.store.js';
import { ProposalsController } from './proposals.controller.js';
import { ProposalsStore } from './proposals.store.js';
import { PublishNotice } from './publish-notice.js';
import { ReopenTrading } from './reopen-trading.js';
import { RevokeSessions } from './revoke-sessions.js';
import { SecondPerson } from './second-person.js';
import { SettingsController } from './settings.controller.js';
import { SettingsStore } from './settings.store.js';
import { VerificationCasesStore } from './verification-cases.store.js';
import { VerificationDeskController } from './verification-desk.controller.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';
import { WithdrawalsDeskController } from './withdrawals-desk.controller.js';

const stores = [
  ClaimsStore,
  DepositCasesStore,
  DeskBooksStore,
  DeskStore,
  NoticesStore,
  PeopleStore,
  ProposalsStore,
  SettingsStore,
  VerificationCasesStore,
  WithdrawalCasesStore,
];
const looks = [
  CountJobs,
  CountQueues,
  LedgerDesk,
  ListSettings,
  LookAtBooks,
  LookAtDeposits,
  LookAtUsers,
  LookAtVerifications,
  LookAtWithdrawals,
];
const acts = [
  ApplySettings,
  ChangeSettings,
  ClaimCase,
  DecideDeposits,
  DecideProposals,
  DecideVerifications,
  DecideWithdrawals,
  DeliverNotices,
  HaltMarket,
  PublishNotice,
  ReopenTrading,
  RevokeSessions,
  SecondPerson,
  VerificationSteps,
  WithdrawalSteps,
];

/** The operators' desk: what people decide, and what they look at. */
@Module({
  imports: [AuditModule, DepositsModule, LedgerModule, MarketsModule, UploadsModule, WalletModule, WithdrawalsModule],
  controllers: [
    BooksController,
    DepositsDeskController,
    PeopleController,
    ProposalsController,
    SettingsController,
    VerificationDeskController,
    WithdrawalsDeskController,
  ],
  providers: [...stores, ...looks, ...acts, OperationsJobs],
})
export class OperationsModule {}
