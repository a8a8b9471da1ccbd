import { Module } from '@nestjs/common';
import { VerificationModule } from '../../account/verification/index.js';
import { ListingModule } from '../../markets/listing/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { ApplyForIeo } from './apply-for-ieo.js';
import './ieo-invariants.js';
import './ieo-lists.js';
import { IeoController } from './ieo.controller.js';
import { IeoInState } from './ieo-state.js';
import { IeoJobs } from './ieo.jobs.js';
import { IeoStore } from './ieo.store.js';
import { IeoWorkStore } from './ieo-work.store.js';
import { ListIeo } from './list-ieo.js';
import { ListSoldCoin } from './list-sold-coin.js';
import { GetIeo } from './get-ieo.js';
import { PayForIeo } from './pay-for-ieo.js';
import { PreviewIeo } from './preview-ieo.js';
import { PublishIeo } from './publish-ieo.js';
import { SaleTerms } from './sale-terms.js';
import { SealAllotment } from './seal-allotment.js';
import { GetAllotment } from './get-allotment.js';
import { SweepIeo } from './sweep-ieo.js';

@Module({
  imports: [LedgerModule, BalancesModule, ListingModule, VerificationModule],
  controllers: [IeoController],
  providers: [
    IeoStore,
    IeoWorkStore,
    IeoJobs,
    IeoInState,
    ApplyForIeo,
    PayForIeo,
    PreviewIeo,
    ListIeo,
    GetIeo,
    GetAllotment,
    SealAllotment,
    SweepIeo,
    SaleTerms,
    PublishIeo,
    ListSoldCoin,
  ],
  exports: [SweepIeo, SaleTerms, PublishIeo, ListSoldCoin, IeoStore],
})
export class IeoModule {}
