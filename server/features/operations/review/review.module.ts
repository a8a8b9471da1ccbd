import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { DeskFilesModule } from '../desk-files/index.js';
import { DepositsModule } from '../../wallet/deposits/index.js';
import { UploadsModule } from '../../account/uploads/index.js';
import { ProfileModule } from '../../account/profile/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { WithdrawalsModule } from '../../wallet/withdrawals/index.js';
import { CheckManyWithdrawals } from './check-many-withdrawals.js';
import { DecideManyWithdrawals } from './decide-many-withdrawals.js';
import { DecidePickedWithdrawals } from './decide-picked-withdrawals.js';
import { DecideWithdrawalLine } from './decide-withdrawal-line.js';
import { ClaimCase } from './claim-case.js';
import { ClaimsStore } from './claims.store.js';
import { CountQueues } from './count-queues.js';
import { CreditDepositCase } from './credit-deposit-case.js';
import { DecideDepositCases } from './decide-deposit-cases.js';
import { ClaimVerificationCases } from './claim-verification-cases.js';
import { DecideHeldWithdrawal } from './decide-held-withdrawal.js';
import { DecideVerificationCases } from './decide-verification-cases.js';
import { RecordVerificationStep } from './record-verification-step.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';
import { DepositCasesStore } from './deposit-cases.store.js';
import { DepositsDeskController } from './deposits-desk.controller.js';
import { AgreedActs } from './agreed-acts.js';
import { AnnouncedActs } from './announced-acts.js';
import { AnnouncedActsStore } from './announced-acts.store.js';
import { ExportCases } from './export-cases.js';
import { DeskStore } from './desk.store.js';
import { ListDepositCases } from './list-deposit-cases.js';
import { ListVerificationCases } from './list-verification-cases.js';
import { ListWithdrawalCases } from './list-withdrawal-cases.js';
import { ProposalsStore } from './proposals.store.js';
import { QueueFigures } from './queue-figures.js';
import { ReleaseWithdrawalCase } from './release-withdrawal-case.js';
import { SendingsDeskController } from './sendings-desk.controller.js';
import { SecondPerson } from './second-person.js';
import { VerificationCasesStore } from './verification-cases.store.js';
import { VerificationDeskController } from './verification-desk.controller.js';
import { WithdrawalCasesStore } from './withdrawal-cases.store.js';
import { WritePayoutFile } from './write-payout-file.js';
import { WithdrawalsDeskController } from './withdrawals-desk.controller.js';

/** The queues of the operators' desk: who holds a case, what is to be known of it, and what is decided. */
@Module({
  imports: [
    AuditModule,
    DeskFilesModule,
    DepositsModule,
    ProfileModule,
    UploadsModule,
    BalancesModule,
    WithdrawalsModule,
  ],
  controllers: [SendingsDeskController, DepositsDeskController, VerificationDeskController, WithdrawalsDeskController],
  providers: [
    ClaimCase,
    ClaimsStore,
    CountQueues,
    CreditDepositCase,
    DecideDepositCases,
    ClaimVerificationCases,
    RecordVerificationStep,
    DecideVerificationCases,
    DecideHeldWithdrawal,
    DecideWithdrawalCases,
    CheckManyWithdrawals,
    DecideWithdrawalLine,
    DecideManyWithdrawals,
    DecidePickedWithdrawals,
    ReleaseWithdrawalCase,
    AgreedActs,
    AnnouncedActs,
    AnnouncedActsStore,
    DepositCasesStore,
    DeskStore,
    ExportCases,
    ListDepositCases,
    ListVerificationCases,
    ListWithdrawalCases,
    ProposalsStore,
    QueueFigures,
    SecondPerson,
    VerificationCasesStore,
    WithdrawalCasesStore,
    WritePayoutFile,
  ],
  exports: [
    ClaimCase,
    CountQueues,
    AgreedActs,
    AnnouncedActs,
    AnnouncedActsStore,
    DeskStore,
    ProposalsStore,
    SecondPerson,
  ],
})
export class ReviewModule {}
