import { Injectable } from '@nestjs/common';
import type { TradingStatusView } from '../../../contract/trading/trading-status.dto.js';
import { TradingModeStore } from './trading-mode.store.js';

/** The public part of the trading mode; the reason stays at the desk. */
@Injectable()
export class ReadTradingStatus {
  constructor(private readonly store: TradingModeStore) {}

  async execute(): Promise<TradingStatusView> {
    const { real, demo } = await this.store.read();
    return { real: real.mode, demo: demo.mode };
  }
}
