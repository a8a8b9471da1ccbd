import { Injectable } from '@nestjs/common';
import { BackfillCandles, CandleRecorder } from '../candles/index.js';
import { RecordTape } from '../tape/index.js';

/** Where what a reign makes is kept, and where its history comes from. */
@Injectable()
export class ReignRecords {
  constructor(
    readonly recorder: CandleRecorder,
    readonly backfill: BackfillCandles,
    readonly tape: RecordTape,
  ) {}
}
