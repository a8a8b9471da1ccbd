import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { MarketBoardModule } from '../../markets/market-board/index.js';
import { TakenDepthModule } from '../taken-depth/index.js';
import { DecisionMarkets } from './decision-markets.js';
import { FollowOpenPositions } from './follow-open-positions.js';
import { MarkSamples } from './mark-samples.js';
import { FuturesIndex } from './futures-index.js';
import { FuturesIndexStore } from './futures-index.store.js';

@Module({
  imports: [FuturesModule, MarketBoardModule, TakenDepthModule],
  providers: [FuturesIndexStore, FuturesIndex, MarkSamples, DecisionMarkets, FollowOpenPositions],
  exports: [FuturesIndexStore, FuturesIndex, DecisionMarkets, FollowOpenPositions],
})
export class FuturesIndexModule {}
