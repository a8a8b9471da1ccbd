import { Module } from '@nestjs/common';
import { BalancesModule } from '../../wallet/balances/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { BookRebates } from './book-rebates.js';
import { ChooseNickname } from './choose-nickname.js';
import { GetInvitation } from './get-invitation.js';
import { ListInvitations } from './list-invitations.js';
import { RankInviters } from './rank-inviters.js';
import { RebatesStore } from './rebates.store.js';
import './referral-invariants.js';
import './referral-lists.js';
import { ReferralTermsStore } from './referral-terms.store.js';
import { ReferralController } from './referral.controller.js';
import { ReferralJobs } from './referral.jobs.js';
import { ReferralStore } from './referral.store.js';
import { SetReferralTerms } from './set-referral-terms.js';
import './referral-personal.js';

@Module({
  imports: [LedgerModule, BalancesModule],
  controllers: [ReferralController],
  providers: [
    ReferralStore,
    RebatesStore,
    ReferralTermsStore,
    ReferralJobs,
    BookRebates,
    ChooseNickname,
    GetInvitation,
    ListInvitations,
    RankInviters,
    SetReferralTerms,
  ],
  exports: [SetReferralTerms, ReferralTermsStore, RebatesStore],
})
export class ReferralModule {}
