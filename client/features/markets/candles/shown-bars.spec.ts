import type { Bar } from '../../../ui/bar';
import type { BarsQuery } from './candles.api';
import { chartPeriod } from './periods';
import { ShownBars } from './shown-bars';

const bar = (openAt: number, close: string): Bar => ({ openAt, open: '1', high: '1', low: '1', close, volume: '0' });

/** Answers when it is told to, one call after the other. */
function answers() {
  const waiting: { query: BarsQuery; answer: (bars: Bar[]) => void; fail: (error: Error) => void }[] = [];
  const fetchBars = (query: BarsQuery) => new Promise<Bar[]>((answer, fail) => waiting.push({ query, answer, fail }));
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { waiting, fetchBars, settle };
}

const closes = (bars: ShownBars) => bars.current().state.bars.map(({ close }) => close);

describe('the bars on the screen', () => {
  it('stay until those of the next period have come', async () => {
    const { waiting, fetchBars, settle } = answers();
    const bars = new ShownBars('BTC/USDT', chartPeriod('15min'), fetchBars);
    bars.open();
    waiting[0]?.answer([bar(0, 'quarter')]);
    await settle();
    bars.select(chartPeriod('60min'));
    expect(closes(bars)).toEqual(['quarter']);
    expect(bars.current().choice.key).toBe('15min');
    waiting[1]?.answer([bar(0, 'hour')]);
    await settle();
    expect(closes(bars)).toEqual(['hour']);
    expect(bars.current().choice.key).toBe('60min');
    expect(waiting.map(({ query }) => query.period)).toEqual(['15min', '60min']);
  });

  it('are drawn in another way without asking again: time-share is the closes of the minutes', async () => {
    const { waiting, fetchBars, settle } = answers();
    const bars = new ShownBars('BTC/USDT', chartPeriod('1min'), fetchBars);
    bars.open();
    waiting[0]?.answer([bar(0, 'minute')]);
    await settle();
    bars.select(chartPeriod('timeshare'));
    expect(bars.current().choice.kind).toBe('area');
    expect(closes(bars)).toEqual(['minute']);
    expect(waiting).toHaveLength(1);
  });

  it('are not those of a period that was left before they came', async () => {
    const { waiting, fetchBars, settle } = answers();
    const bars = new ShownBars('BTC/USDT', chartPeriod('15min'), fetchBars);
    bars.open();
    bars.select(chartPeriod('1day'));
    waiting[1]?.answer([bar(0, 'day')]);
    waiting[0]?.answer([bar(0, 'quarter')]);
    await settle();
    expect(closes(bars)).toEqual(['day']);
  });

  it('give way to the words of a failure', async () => {
    const { waiting, fetchBars, settle } = answers();
    const bars = new ShownBars('BTC/USDT', chartPeriod('15min'), fetchBars);
    bars.open();
    waiting[0]?.fail(new Error('down'));
    await settle();
    expect(bars.current().state).toMatchObject({ phase: 'failed', failure: new Error('down') });
  });
});
