import { Injectable } from '@nestjs/common';
import type { Feed } from '../../../platform/feeds/feed.js';
import { BackfillCandles, CandleRecorder } from '../candles/index.js';
import type { FedMarket } from '../prices/index.js';
import { ReadTape, RecordTape, SettlingMarkets } from '../tape/index.js';
import { LeadershipTerm, type TermLease, type TermTools } from './leadership-term.js';

/** Makes leadership terms, each of which records its bars and its tape under its own fencing number. */
@Injectable()
export class LeadershipTermFactory {
  constructor(
    private readonly recorder: CandleRecorder,
    private readonly backfillCandles: BackfillCandles,
    private readonly recordTape: RecordTape,
    private readonly taped: ReadTape,
    private readonly settling: SettlingMarkets,
  ) {}

  create(
    lease: TermLease,
    markets: FedMarket[],
    feeds: readonly Feed[],
    tools: Pick<TermTools, 'engine' | 'publisher' | 'catalog' | 'logger' | 'now'>,
  ): LeadershipTerm {
    const { recorder, backfillCandles, taped, settling } = this;
    const tape = this.recordTape.under(lease.token);
    return new LeadershipTerm(lease, markets, feeds, { ...tools, recorder, backfillCandles, tape, taped, settling });
  }
}
