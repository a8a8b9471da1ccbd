import { Module } from '@nestjs/common';
import { RoomsModule } from '../../account/rooms/index.js';
import { UploadsModule } from '../../account/uploads/index.js';
import { OtcModule } from '../../trading/otc/index.js';
import { AuditModule } from '../audit/index.js';
import { ReviewModule } from '../review/index.js';
import { AdmitMerchants } from './admit-merchants.js';
import { AppealsDeskController } from './appeals-desk.controller.js';
import { AppealsStore } from './appeals.store.js';
import { DecideAppeals } from './decide-appeals.js';
import { LookAtAppeals } from './look-at-appeals.js';
import { MerchantsDeskController } from './merchants-desk.controller.js';
import { MerchantsStore } from './merchants.store.js';
import { OtcActs } from './otc-acts.js';
import { ReadAppealRoom } from './read-appeal-room.js';
import { WriteToBoth } from './write-to-both.js';

/** Coins between users at the desk: who may advertise, and what is decided where two do not agree. */
@Module({
  imports: [AuditModule, ReviewModule, OtcModule, RoomsModule, UploadsModule],
  controllers: [AppealsDeskController, MerchantsDeskController],
  providers: [
    AppealsStore,
    MerchantsStore,
    DecideAppeals,
    WriteToBoth,
    LookAtAppeals,
    ReadAppealRoom,
    AdmitMerchants,
    OtcActs,
  ],
})
export class OtcDeskModule {}
