import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { DeskFilesModule } from '../desk-files/index.js';
import { DepositsModule } from '../../wallet/deposits/index.js';
import { WithdrawalsModule } from '../../wallet/withdrawals/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { NewsroomModule } from '../newsroom/index.js';
import { ReviewModule } from '../review/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { FundingModule } from '../../trading/funding/index.js';
import { ApplySettings } from './apply-settings.js';
import { BooksController } from './books.controller.js';
import { DeskBooksStore } from './books.store.js';
import { CarryOutAnnouncedActs } from './carry-out-announced-acts.js';
import { ChangeNetwork } from './change-network.js';
import { ChangeOperators } from './change-operators.js';
import { ChangeSettings } from './change-settings.js';
import { CountJobs } from './count-jobs.js';
import { DecideProposals } from './decide-proposals.js';
import { AnnounceProposals } from './announce-proposals.js';
import { AnnouncedActsController } from './announced-acts.controller.js';
import { AnnouncedActsLoop } from './announced-acts-loop.js';
import { AnnouncedWork } from './announced-work.js';
import { DeliverNotices } from './deliver-notices.js';
import { AccountLinesStore } from './account-lines.store.js';
import { ExportBooks } from './export-books.js';
import { ExportDeskLists } from './export-desk-lists.js';
import { LapseProposals } from './lapse-proposals.js';
import { ListFilesController } from './list-files.controller.js';
import { ExportProposals } from './export-proposals.js';
import { ExportUsers } from './export-users.js';
import { FundingDeskController } from './funding-desk.controller.js';
import { EndAllSessions } from './end-all-sessions.js';
import { HaltMarket } from './halt-market.js';
import { ListAnnouncedActs } from './list-announced-acts.js';
import { ListPairs } from './list-pairs.js';
import { ListSettings } from './list-settings.js';
import { InspectBooks } from './inspect-books.js';
import { ListQuarantine } from './list-quarantine.js';
import { ListUsers } from './list-users.js';
import { NoticesStore } from './notices.store.js';
import { OperatorsDeskController } from './operators-desk.controller.js';
import { OperationsJobs } from './operations.jobs.js';
import { PairsStore } from './pairs.store.js';
import { PeopleController } from './people.controller.js';
import { PeopleStore } from './people.store.js';
import { ProposalsController } from './proposals.controller.js';
import { ProposeAdjustment } from './propose-adjustment.js';
import { ProposedActs } from './proposed-acts.js';
import { PublishNotice } from './publish-notice.js';
import './event-invariants.js';
import './quarantine-invariants.js';
import { QuarantineRows } from './quarantine-rows.js';
import { QueuesController } from './queues.controller.js';
import { ReopenTrading } from './reopen-trading.js';
import { ReviewBooks } from './review-books.js';
import { RevokeSessions } from './revoke-sessions.js';
import { SettingsController } from './settings.controller.js';
import { SettingsStore } from './settings.store.js';
import { StopAnnouncedAct } from './stop-announced-act.js';
import { NotifyAdministrators } from './notify-administrators.js';
import { TopUpInsurance } from './top-up-insurance.js';

const stores = [AccountLinesStore, DeskBooksStore, NoticesStore, PairsStore, PeopleStore, SettingsStore];
const looks = [
  CountJobs,
  ExportBooks,
  ExportDeskLists,
  ExportProposals,
  ExportUsers,
  InspectBooks,
  ListAnnouncedActs,
  ListPairs,
  ListQuarantine,
  ListSettings,
  ListUsers,
  ReviewBooks,
];
const acts = [
  ApplySettings,
  CarryOutAnnouncedActs,
  ChangeNetwork,
  ChangeOperators,
  ChangeSettings,
  DecideProposals,
  AnnounceProposals,
  AnnouncedWork,
  DeliverNotices,
  HaltMarket,
  LapseProposals,
  ProposeAdjustment,
  ProposedActs,
  PublishNotice,
  QuarantineRows,
  ReopenTrading,
  RevokeSessions,
  EndAllSessions,
  StopAnnouncedAct,
  NotifyAdministrators,
  TopUpInsurance,
];

/** The operators' desk: settings, people, books, notices and proposals. */
@Module({
  imports: [
    AuditModule,
    DeskFilesModule,
    DepositsModule,
    WithdrawalsModule,
    LedgerModule,
    MarketBoardModule,
    NewsroomModule,
    ReviewModule,
    BalancesModule,
    FundingModule,
  ],
  controllers: [
    BooksController,
    FundingDeskController,
    AnnouncedActsController,
    ListFilesController,
    OperatorsDeskController,
    PeopleController,
    ProposalsController,
    QueuesController,
    SettingsController,
  ],
  providers: [...stores, ...looks, ...acts, AnnouncedActsLoop, OperationsJobs],
})
export class AdministrationModule {}
