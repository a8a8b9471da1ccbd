import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TradingStatusView } from '../../../contract/trading/trading-status.dto.js';
import { CachedRows } from '../../../platform/database/cached-rows.js';
import {
  ChannelRegistry,
  type ChannelSource,
  type SerialisedState,
} from '../../../platform/realtime/channel-source.js';
import { ReadTradingStatus } from './read-trading-status.js';

/** Interval at which every gateway reads the mode of the books, which any process may change. */
const READ_EVERY_MS = 1000;
/** The stream has one key, because its state is the same for all clients. */
const EVERYBODY = 'all';

/** In by socket: whether the books take new commitments, as it changes. */
@Injectable()
export class LedgerChannels extends CachedRows implements ChannelSource {
  private readonly ep = randomBytes(6).toString('hex');
  private s = 0;
  private json = '';

  constructor(
    private readonly readTradingStatus: ReadTradingStatus,
    private readonly registry: ChannelRegistry,
  ) {
    super('The trading status', READ_EVERY_MS);
  }

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.registry.serve('trading.status', this);
  }

  resolve(): string {
    return EVERYBODY;
  }

  snapshot(): SerialisedState {
    return { ep: this.ep, s: this.s, payload: this.json };
  }

  since(_id: string, ep: string, s: number): SerialisedState | 'unchanged' | 'unknown' {
    if (ep !== this.ep || s > this.s) return 'unknown';
    return s === this.s ? 'unchanged' : this.snapshot();
  }

  protected async read(): Promise<void> {
    const { real, demo }: TradingStatusView = await this.readTradingStatus.execute();
    const json = JSON.stringify({ real, demo });
    if (json === this.json) return;
    this.json = json;
    this.s += 1;
    this.registry.announce();
  }
}
