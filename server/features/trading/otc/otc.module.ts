import { Module } from '@nestjs/common';
import { RoomsModule } from '../../account/rooms/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { UploadsModule } from '../../account/uploads/index.js';
import { VerificationModule } from '../../account/verification/index.js';
import { BalancesModule } from '../../wallet/balances/index.js';
import { LedgerModule } from '../../wallet/ledger/index.js';
import { CountryRulesModule } from '../../wallet/country-rules/index.js';
import { OwnLimitsModule } from '../../wallet/own-limits/index.js';
import { Advertise } from './advertise.js';
import { AddPayment } from './add-payment.js';
import { AdvertsStore } from './adverts.store.js';
import { AppealOtcOrder } from './appeal-otc-order.js';
import { ApplyAsMerchant } from './apply-as-merchant.js';
import { DraftOtcOrder } from './draft-otc-order.js';
import { ManagePaymentMethods } from './manage-payment-methods.js';
import { ListAdverts } from './list-adverts.js';
import { GetOtcOrders } from './get-otc-orders.js';
import { MayLetGo } from './may-let-go.js';
import { MoveOtcOrder } from './move-otc-order.js';
import { HoldOtcOrder } from './hold-otc-order.js';
import { NoteOtcOrder } from './note-otc-order.js';
import { OpenBook } from './open-book.js';
import './otc-invariants.js';
import './otc-lists.js';
import { OtcMarketController } from './otc-market.controller.js';
import { OtcOrdersController } from './otc-orders.controller.js';
import { OtcOrderHistoryStore } from './otc-order-history.store.js';
import { OtcOrdersStore } from './otc-orders.store.js';
import { OtcPeopleController } from './otc-people.controller.js';
import { OtcRoomController } from './otc-room.controller.js';
import { OtcState } from './otc-state.js';
import { OtcJobs } from './otc.jobs.js';
import { PaymentsStore } from './payments.store.js';
import { PlaceOtcOrder } from './place-otc-order.js';
import { PreviewOtcOrder } from './preview-otc-order.js';
import { PriceAdvert } from './price-advert.js';
import { ReadOtcRoom } from './read-otc-room.js';
import { EndOtcOrder } from './end-otc-order.js';
import { SayInOtcOrder } from './say-in-otc-order.js';
import { StepOtcOrder } from './step-otc-order.js';
import { SweepOtcOrders } from './sweep-otc-orders.js';
import './otc-personal.js';

const stores = [AdvertsStore, OtcOrdersStore, OtcOrderHistoryStore, PaymentsStore];
const parts = [
  OpenBook,
  PriceAdvert,
  MayLetGo,
  DraftOtcOrder,
  NoteOtcOrder,
  HoldOtcOrder,
  StepOtcOrder,
  OtcState,
  OtcJobs,
];
const market = [ListAdverts, Advertise, ApplyAsMerchant, AddPayment, ManagePaymentMethods];
const orders = [GetOtcOrders, PreviewOtcOrder, PlaceOtcOrder, MoveOtcOrder, EndOtcOrder, AppealOtcOrder];
const room = [SayInOtcOrder, ReadOtcRoom];

@Module({
  imports: [
    RoomsModule,
    UploadsModule,
    VerificationModule,
    MarketBoardModule,
    LedgerModule,
    OwnLimitsModule,
    CountryRulesModule,
    BalancesModule,
  ],
  controllers: [OtcMarketController, OtcPeopleController, OtcOrdersController, OtcRoomController],
  providers: [...stores, ...parts, ...market, ...orders, ...room, SweepOtcOrders],
  exports: [OtcOrdersStore, StepOtcOrder, SayInOtcOrder, ReadOtcRoom, SweepOtcOrders],
})
export class OtcModule {}
