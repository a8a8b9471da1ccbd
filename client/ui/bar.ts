import type { CandleView } from '../../server/contract/markets/markets.dto';

/** What a chart needs of a candle. Over HTTP the revision and the flags are not always there. */
export type Bar = Pick<CandleView, 'openAt' | 'open' | 'high' | 'low' | 'close' | 'volume'> &
  Partial<Pick<CandleView, 'revision' | 'closed' | 'filled' | 'outage' | 'origin'>>;
