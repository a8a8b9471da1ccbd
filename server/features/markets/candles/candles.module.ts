import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../market-board/index.js';
import { QuotationsModule } from '../quotations/index.js';
import { BackfillCandles } from './backfill-candles.js';
import { CandleFoldsStore } from './candle-folds.store.js';
import { CandleHistory } from './candle-history.js';
import { CandlePartitionsStore } from './candle-partitions.store.js';
import { CandleRecorder } from './candle-recorder.js';
import { CandleReplies } from './candle-replies.js';
import { CandlesController } from './candles.controller.js';
import { KlineHistoryController } from './kline-history.controller.js';
import { EnsureCandlePartitions } from './ensure-candle-partitions.js';
import { ListCandles } from './list-candles.js';
import { CandlesChannels } from './candles.channels.js';
import { CandlesJobs } from './candles.jobs.js';
import { CandlesStore } from './candles.store.js';
import { StoredSeriesStore } from './stored-series.store.js';
import { RefreshSparks } from './refresh-sparks.js';

@Module({
  imports: [MarketBoardModule, QuotationsModule],
  controllers: [CandlesController, KlineHistoryController],
  providers: [
    ListCandles,
    CandleReplies,
    RefreshSparks,
    CandlesStore,
    CandlePartitionsStore,
    StoredSeriesStore,
    CandleFoldsStore,
    CandleRecorder,
    CandleHistory,
    BackfillCandles,
    CandlesChannels,
    CandlesJobs,
    EnsureCandlePartitions,
  ],
  exports: [BackfillCandles, CandleReplies, CandleRecorder, CandleHistory],
})
export class CandlesModule {}
