import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TapeModule } from '../../markets/tape/index.js';
import { FundingModule } from '../funding/index.js';
import { FuturesIndexModule } from '../futures-index/index.js';
import { AlertStart } from './alert-start.js';
import { AlertTapeStore } from './alert-tape.store.js';
import { CatchUpAlerts } from './catch-up-alerts.js';
import { JudgePriceAlerts } from './judge-price-alerts.js';
import { ManagePriceAlerts } from './manage-price-alerts.js';
import { ListPriceAlerts } from './list-price-alerts.js';
import { MarginFigures } from './margin-figures.js';
import { OtherFigures } from './other-figures.js';
import { PositionsOfAlertsStore } from './positions-of-alerts.store.js';
import { PriceAlertsController } from './price-alerts.controller.js';
import { PriceAlertsJobs } from './price-alerts.jobs.js';
import { PriceAlertsStore } from './price-alerts.store.js';
import { PrunePriceAlerts } from './prune-price-alerts.js';
import { ReadNewTape } from './read-new-tape.js';
import { SavePriceAlert } from './save-price-alert.js';
import { TapeFigures } from './tape-figures.js';
import { RecordAlertChanges } from './record-alert-changes.js';
import { WatchedAlertsStore } from './watched-alerts.store.js';
import { WatchPriceAlerts } from './watch-price-alerts.js';
import './price-alerts-personal.js';
import './price-alerts-lists.js';

@Module({
  imports: [MarketBoardModule, TapeModule, FuturesIndexModule, FundingModule],
  controllers: [PriceAlertsController],
  providers: [
    PriceAlertsStore,
    WatchedAlertsStore,
    AlertTapeStore,
    PositionsOfAlertsStore,
    TapeFigures,
    MarginFigures,
    OtherFigures,
    AlertStart,
    SavePriceAlert,
    ManagePriceAlerts,
    ListPriceAlerts,
    ReadNewTape,
    CatchUpAlerts,
    RecordAlertChanges,
    JudgePriceAlerts,
    WatchPriceAlerts,
    PrunePriceAlerts,
    PriceAlertsJobs,
  ],
})
export class PriceAlertsModule {}
