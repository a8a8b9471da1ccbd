import { Module } from '@nestjs/common';
import { ReferralModule } from '../../trading/referral/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { GetReferral } from './get-referral.js';
import { ProposeReferralTerms } from './propose-referral-terms.js';
import { ReferralActs } from './referral-acts.js';
import { ReferralDeskController } from './referral-desk.controller.js';

@Module({
  imports: [AuditModule, ReviewModule, BalancesModule, ReferralModule],
  controllers: [ReferralDeskController],
  providers: [GetReferral, ProposeReferralTerms, ReferralActs],
})
export class ReferralDeskModule {}
