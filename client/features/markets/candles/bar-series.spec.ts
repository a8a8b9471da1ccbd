import type { Bar } from '../../../ui/bar';
import { BarSeries } from './bar-series';
import type { BarsQuery } from './candles.api';

const MINUTE = 60_000;
const bar = (minute: number, close = '1'): Bar => ({
  openAt: minute * MINUTE,
  open: '1',
  high: '1',
  low: '1',
  close,
  volume: '0',
});
const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => bar(from + index));

/** A history of minutes 1 to `newest`, answered in pages like the server's. */
function history(newest: { minute: number }) {
  const asked: (number | undefined)[] = [];
  const fetchBars = async ({ before }: BarsQuery) => {
    asked.push(before);
    const to = before === undefined ? newest.minute : before / MINUTE - 1;
    return page(Math.max(1, to - 499), to);
  };
  return { asked, fetchBars };
}

describe('BarSeries', () => {
  it('loads the newest page, then older ones until there are none', async () => {
    const { asked, fetchBars } = history({ minute: 1200 });
    const series = new BarSeries('BTC/USDT', '1min', fetchBars);
    await series.reload();
    expect(series.current()).toMatchObject({ phase: 'ready' });
    await Promise.all([series.loadOlder(), series.loadOlder()]);
    await series.loadOlder();
    await series.loadOlder();
    expect(series.current().bars).toHaveLength(1200);
    expect(asked).toEqual([undefined, 701 * MINUTE, 201 * MINUTE]);
  });

  it('takes the running bar', async () => {
    const { fetchBars } = history({ minute: 10 });
    const series = new BarSeries('BTC/USDT', '1min', fetchBars);
    await series.reload();
    series.applyLive([bar(10), bar(11, '2')]);
    expect(series.current().bars.at(-1)).toMatchObject({ openAt: 11 * MINUTE, close: '2' });
  });

  it('reads the range again after a gap and ends with no hole', async () => {
    const newest = { minute: 10 };
    const { fetchBars } = history(newest);
    const series = new BarSeries('BTC/USDT', '1min', fetchBars);
    await series.reload();
    newest.minute = 40;
    series.applyLive([bar(39), bar(40, '5')]);
    await series.reload();
    const times = series.current().bars.map(({ openAt }) => openAt / MINUTE);
    expect(times).toEqual(page(1, 40).map(({ openAt }) => openAt / MINUTE));
    expect(series.current().bars.at(-1)?.close).toBe('5');
    series.close();
  });

  describe('a bar whose end was missed', () => {
    const running = (minute: number, close: string): Bar => ({ ...bar(minute, close), closed: false });
    const ended = (minute: number, close: string): Bar => ({ ...bar(minute, close), closed: true, revision: 9 });
    const closes = (series: BarSeries) => series.current().bars.map((one) => [one.openAt / MINUTE, one.close]);
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    /** The line is cut in the seconds in which bar 2 has ended and is not closed yet. */
    const cutAtItsEnd = [ended(1, '1'), running(2, '2.1'), running(3, '2.1')];

    it('is read again as soon as the stream is back, and what runs goes on meanwhile', async () => {
      let history = cutAtItsEnd;
      let release = () => {};
      let held: Promise<void> | null = null;
      const series = new BarSeries('BTC/USDT', '1min', async () => {
        await held;
        return history;
      });
      await series.reload();
      series.applyLive([running(2, '2.1'), running(3, '2.2')]);
      history = [ended(1, '1'), ended(2, '2.9'), ended(3, '3.9'), running(4, '4')];
      held = new Promise((resolve) => {
        release = resolve;
      });
      series.applyLive([ended(3, '3.9'), running(4, '4.1')]);
      expect(closes(series)).toEqual([
        [1, '1'],
        [2, '2.1'],
        [3, '3.9'],
        [4, '4.1'],
      ]);
      release();
      // Nobody asks for it.
      await jest.advanceTimersByTimeAsync(0);
      expect(closes(series)).toEqual([
        [1, '1'],
        [2, '2.9'],
        [3, '3.9'],
        [4, '4.1'],
      ]);
      expect(
        series
          .current()
          .bars.slice(0, -1)
          .map(({ closed }) => closed),
      ).toEqual([true, true, true]);
      series.close();
    });

    it('is asked for again where the history does not have its end yet, without another word of the stream', async () => {
      let history = [ended(1, '1'), running(2, '2.1')];
      let asked = 0;
      const series = new BarSeries('BTC/USDT', '1min', async () => {
        asked += 1;
        return history;
      });
      series.applyLive([ended(3, '3.9'), running(4, '4.1')]);
      await series.reload();
      expect(asked).toBe(1);
      history = [ended(1, '1'), ended(2, '2.9'), ended(3, '3.9'), running(4, '4')];
      await jest.advanceTimersByTimeAsync(3000);
      expect(asked).toBe(2);
      expect(closes(series).at(1)).toEqual([2, '2.9']);
      // What is whole is not asked for again.
      await jest.advanceTimersByTimeAsync(30_000);
      expect(asked).toBe(2);
      series.close();
    });

    it('is asked for soon again once the stream has moved on, however long the one before was waited for', async () => {
      let history = cutAtItsEnd;
      const series = new BarSeries('BTC/USDT', '1min', async () => history);
      series.applyLive([ended(3, '3.9'), running(4, '4.1')]);
      await series.reload();
      await jest.advanceTimersByTimeAsync(600_000);
      // Of bar 2 the stream says nothing more, and nothing else is missing.
      series.applyLive([ended(4, '4.9'), running(5, '5.1')]);
      await jest.advanceTimersByTimeAsync(600_000);
      series.applyLive([ended(8, '8.9'), running(9, '9.1')]);
      await jest.advanceTimersByTimeAsync(0);
      history = [ended(7, '7.9'), ended(8, '8.9'), running(9, '9.1')];
      await jest.advanceTimersByTimeAsync(3000);
      expect(closes(series).at(-1)).toEqual([9, '9.1']);
      series.close();
    });

    it('is asked for less and less often where the history never gets it', async () => {
      let asked = 0;
      const series = new BarSeries('BTC/USDT', '1min', async () => {
        asked += 1;
        return [ended(1, '1'), running(2, '2.1')];
      });
      series.applyLive([ended(3, '3.9'), running(4, '4.1')]);
      await series.reload();
      await jest.advanceTimersByTimeAsync(3_600_000);
      // At once, and then after 3, 6, 12, 24 and 48 s and each minute of what is left of the hour.
      expect(asked).toBe(1 + 5 + Math.floor((3600 - 93) / 60));
      series.close();
    });
  });

  it('never draws bars of two origins as one line: the range is read again, and the old bars go', async () => {
    let origin: 'simulated' | 'recorded' = 'simulated';
    const series = new BarSeries('BTC/USDT', '1min', async () =>
      (origin === 'simulated' ? page(1, 10) : page(9, 11)).map((one) => ({ ...one, origin })),
    );
    await series.reload();
    origin = 'recorded';
    series.applyLive([
      { ...bar(10, '7'), origin },
      { ...bar(11, '7'), origin },
    ]);
    await series.reload();
    expect(series.current().bars.map((one) => [one.openAt / MINUTE, one.origin])).toEqual([
      [9, 'recorded'],
      [10, 'recorded'],
      [11, 'recorded'],
    ]);
    series.close();
  });

  describe('stands still', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());
    const running = (minute: number): Bar => ({ ...bar(minute), closed: false });

    it('where the stream tells of bars that the history does not have, until it has them', async () => {
      const newest = { minute: 10 };
      const series = new BarSeries('BTC/USDT', '1min', history(newest).fetchBars);
      await series.reload();
      series.applyLive([bar(10), bar(11)]);
      expect(series.current().isBehind).toBe(false);
      series.applyLive([bar(39), bar(40)]);
      await jest.advanceTimersByTimeAsync(0);
      expect(series.current()).toMatchObject({ phase: 'ready', isBehind: true });
      newest.minute = 40;
      await jest.advanceTimersByTimeAsync(6000);
      expect(series.current()).toMatchObject({ phase: 'ready', isBehind: false });
      series.close();
    });

    it('where the end of a bar cannot be read, and not while it is on its way', async () => {
      let answer = async () => [bar(1), running(2), running(3)];
      const series = new BarSeries('BTC/USDT', '1min', () => answer());
      await series.reload();
      answer = () => Promise.reject(new Error('down'));
      series.applyLive([bar(3), running(4)]);
      expect(series.current().isBehind).toBe(false);
      await jest.advanceTimersByTimeAsync(0);
      expect(series.current()).toMatchObject({ failure: new Error('down'), isBehind: true });
      answer = async () => [bar(1), bar(2), bar(3), running(4)];
      await jest.advanceTimersByTimeAsync(6000);
      expect(series.current()).toMatchObject({ failure: null, isBehind: false });
      series.close();
    });
  });

  it('says what failed, and loads when asked again', async () => {
    let broken = true;
    const series = new BarSeries('BTC/USDT', '1min', async () => {
      if (broken) throw new Error('down');
      return [bar(1)];
    });
    await series.reload();
    expect(series.current()).toMatchObject({ phase: 'failed', failure: new Error('down') });
    broken = false;
    await series.reload();
    expect(series.current()).toMatchObject({ phase: 'ready', failure: null });
  });

  it('keeps its bars when a later reading fails', async () => {
    let broken = false;
    const series = new BarSeries('BTC/USDT', '1min', async () => {
      if (broken) throw new Error('down');
      return [bar(1)];
    });
    await series.reload();
    broken = true;
    await series.reload();
    expect(series.current()).toMatchObject({ phase: 'ready', bars: [bar(1)] });
  });

  it('says when there are none', async () => {
    const series = new BarSeries('BTC/USDT', '1min', async () => []);
    await series.reload();
    expect(series.current().phase).toBe('empty');
  });
});
