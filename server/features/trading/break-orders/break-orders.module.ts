import { Module } from '@nestjs/common';
import { FuturesOrdersModule } from '../futures-orders/index.js';
import { SpotModule } from '../spot/index.js';
import { BreakOrdersStore } from './break-orders.store.js';
import { CancelOrdersOfBreaks } from './cancel-orders-of-breaks.js';

@Module({
  imports: [SpotModule, FuturesOrdersModule],
  providers: [BreakOrdersStore, CancelOrdersOfBreaks],
})
export class BreakOrdersModule {}
