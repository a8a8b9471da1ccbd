import { Injectable } from '@nestjs/common';
import { BackfillCandles, CandleRecorder } from '../candles/index.js';
import { ReadTape, RecordTape, SettlingMarkets } from '../tape/index.js';

/** Where what a leadership term makes is kept, and where its history comes from. */
@Injectable()
export class TermRecords {
  constructor(
    private readonly recorder: CandleRecorder,
    private readonly backfillCandles: BackfillCandles,
    private readonly tape: RecordTape,
    private readonly taped: ReadTape,
    private readonly settling: SettlingMarkets,
  ) {}

  /** Under the fencing number of the term: a term that was replaced writes nothing more. */
  under(token: string): {
    recorder: CandleRecorder;
    backfillCandles: BackfillCandles;
    tape: ReturnType<RecordTape['under']>;
    taped: ReadTape;
    settling: SettlingMarkets;
  } {
    const { recorder, backfillCandles, taped, settling } = this;
    return { recorder, backfillCandles, tape: this.tape.under(token), taped, settling };
  }
}
