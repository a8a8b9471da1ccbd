import { Injectable } from '@nestjs/common';
import { BackfillCandles, CandleRecorder } from '../candles/index.js';
import { RecordTape } from '../tape/index.js';

/** Where what a leadership term makes is kept, and where its history comes from. */
@Injectable()
export class TermRecords {
  constructor(
    readonly recorder: CandleRecorder,
    readonly backfill: BackfillCandles,
    readonly tape: RecordTape,
  ) {}
}
