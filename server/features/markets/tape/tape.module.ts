import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../market-board/index.js';
import { MaintainTapePartitions } from './maintain-tape-partitions.js';
import { ReadTape } from './read-tape.js';
import { RecordPaths } from './record-paths.js';
import { RecordTape } from './record-tape.js';
import { SealTape } from './seal-tape.js';
import { SettlingMarkets } from './settling-markets.js';
import { GetTapeViews } from './get-tape-views.js';
import { TapePathsStore } from './tape-paths.store.js';
import { TapePartitionsStore } from './tape-partitions.store.js';
import { TapeReadsStore } from './tape-reads.store.js';
import { TapeRootsStore } from './tape-roots.store.js';
import { TapeUpdates } from './tape-updates.js';
import { TapeController } from './tape.controller.js';
import { TapeJobs } from './tape.jobs.js';
import { TapeStore } from './tape.store.js';
import { WatchTape } from './watch-tape.js';

@Module({
  imports: [MarketBoardModule],
  controllers: [TapeController],
  providers: [
    TapeStore,
    TapeReadsStore,
    TapeRootsStore,
    TapePathsStore,
    TapePartitionsStore,
    TapeUpdates,
    RecordTape,
    ReadTape,
    GetTapeViews,
    SealTape,
    RecordPaths,
    MaintainTapePartitions,
    TapeJobs,
    WatchTape,
    SettlingMarkets,
  ],
  exports: [RecordTape, ReadTape, TapeUpdates, SettlingMarkets],
})
export class TapeModule {}
