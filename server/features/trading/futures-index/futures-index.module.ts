import { Module } from '@nestjs/common';
import { FuturesModule } from '../futures/index.js';
import { MarketsModule } from '../../markets/market-board/index.js';
import { ActingParts } from './acting-parts.js';
import { DecisionMarkets } from './decision-markets.js';
import { KeepOpenContracts } from './keep-open-contracts.js';
import { MarkSamples } from './mark-samples.js';
import { OpenContracts } from './open-contracts.js';
import { OpenContractsStore } from './open-contracts.store.js';

@Module({
  imports: [FuturesModule, MarketsModule],
  providers: [OpenContractsStore, OpenContracts, MarkSamples, DecisionMarkets, KeepOpenContracts, ActingParts],
  exports: [OpenContractsStore, OpenContracts, DecisionMarkets, KeepOpenContracts, ActingParts],
})
export class OpenContractsModule {}
