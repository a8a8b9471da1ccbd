import { Module } from '@nestjs/common';
import { RoomsModule } from '../../account/rooms/index.js';
import { UploadsModule } from '../../account/uploads/index.js';
import { OtcModule } from '../../trading/otc/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { AuditModule } from '../audit/index.js';
import { DeskFilesModule } from '../desk-files/index.js';
import { ExportAppeals } from './export-appeals.js';
import { ExportMerchants } from './export-merchants.js';
import { ReviewModule } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';
import { AppealsDeskController } from './appeals-desk.controller.js';
import { AppealsStore } from './appeals.store.js';
import { DecideAppeals } from './decide-appeals.js';
import { DecideMerchant } from './decide-merchant.js';
import { GetAppeals } from './get-appeals.js';
import { MerchantsDeskController } from './merchants-desk.controller.js';
import { MerchantsStore } from './merchants.store.js';
import { OtcActs } from './otc-acts.js';
import { OtcCoinsDeskController } from './otc-coins-desk.controller.js';
import { OtcCoinsStore } from './otc-coins.store.js';
import { ReadAppealRoom } from './read-appeal-room.js';
import { SetOtcCoins } from './set-otc-coins.js';
import { WriteToBoth } from './write-to-both.js';

/** Coins between users at the desk: which ones, who may advertise, and what is decided where two do not agree. */
@Module({
  imports: [AuditModule, DeskFilesModule, ReviewModule, OtcModule, BalancesModule, RoomsModule, UploadsModule],
  controllers: [AppealsDeskController, MerchantsDeskController, OtcCoinsDeskController],
  providers: [
    AppealsStore,
    MerchantsStore,
    OtcCoinsStore,
    SetOtcCoins,
    DecideAppeals,
    WriteToBoth,
    GetAppeals,
    ExportAppeals,
    ExportMerchants,
    ReadAppealRoom,
    AdmitMerchants,
    DecideMerchant,
    OtcActs,
  ],
})
export class OtcDeskModule {}
