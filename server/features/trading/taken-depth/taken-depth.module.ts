import { Module } from '@nestjs/common';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { ReleaseDepth } from './release-depth.js';
import { TakenDepth } from './taken-depth.js';
import { TakenDepthStore } from './taken-depth.store.js';
import { TakingsUnderWay } from './takings-under-way.js';

@Module({
  imports: [MarketBoardModule],
  providers: [TakenDepthStore, TakingsUnderWay, TakenDepth, ReleaseDepth],
  exports: [TakenDepth],
})
export class TakenDepthModule {}
