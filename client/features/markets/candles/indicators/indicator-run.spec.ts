import { check, constantFrom, integer, property, array } from 'fast-check';
import type { Bar } from '../../../../ui/bar';
import { type Indicator, INDICATORS, IndicatorRun, initialOf, type Settings } from '.';

const MINUTE = 60_000;

function bar(index: number, close: number, spread = 1): Bar {
  const figures = {
    open: close - spread / 2,
    high: close + spread,
    low: close - spread,
    close,
    volume: 1 + (index % 7),
  };
  return {
    openAt: index * MINUTE,
    ...(Object.fromEntries(Object.entries(figures).map(([key, figure]) => [key, String(figure)])) as Pick<
      Bar,
      'open' | 'high' | 'low' | 'close' | 'volume'
    >),
  };
}

const walk = (length: number) => Array.from({ length }, (_, index) => bar(index, 100 + 10 * Math.sin(index / 5)));
const short: Settings = { first: 3, second: 5, third: 7, period: 4, fast: 3, slow: 6, signal: 3 };
const settingsOf = (indicator: Indicator): Settings =>
  Object.fromEntries(indicator.settings.map(({ key, initial }) => [key, short[key] ?? initial]));

function fresh(indicator: Indicator, bars: readonly Bar[]) {
  const run = new IndicatorRun(indicator, settingsOf(indicator));
  run.show(bars);
  return run.values;
}

/** Counts the steps that an indicator makes, and the figures of bars that it reads. */
function counted(indicator: Indicator) {
  const count = { steps: 0 };
  const watched: Indicator = {
    ...indicator,
    step: (...parts) => {
      count.steps += 1;
      return indicator.step(...parts);
    },
  };
  return { count, run: new IndicatorRun(watched, initialOf(indicator)) };
}

describe.each(INDICATORS.map((indicator) => [indicator.key, indicator] as const))('%s', (_, indicator) => {
  it('has the same figures however the bars come: by ticks, one by one, or all at once', () => {
    const tick = array(integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
    const ways = array(constantFrom('tick', 'next'), { minLength: 60, maxLength: 60 });
    const failure = check(
      property(tick, ways, (closes, way) => {
        const run = new IndicatorRun(indicator, settingsOf(indicator));
        let bars: readonly Bar[] = [];
        for (const [at, close] of closes.entries()) {
          const isTick = way[at] === 'tick' && bars.length > 0;
          const index = isTick ? bars.length - 1 : bars.length;
          bars = isTick ? bars.with(index, bar(index, close)) : [...bars, bar(index, close)];
          run.show(bars);
        }
        expect(run.values).toEqual(fresh(indicator, bars));
      }),
      { numRuns: 60 },
    );
    expect(failure.failed ? failure : null).toBeNull();
  });

  it('takes one step for a tick and for a bar more, however long the history is', () => {
    const { count, run } = counted(indicator);
    let bars: readonly Bar[] = walk(2000);
    run.show(bars);
    expect(count.steps).toBe(2000);
    bars = bars.with(1999, bar(1999, 90));
    expect(run.show(bars)).toEqual({ kind: 'update', from: 1999 });
    bars = [...bars, bar(2000, 95)];
    expect(run.show(bars)).toEqual({ kind: 'update', from: 2000 });
    expect(count.steps).toBe(2002);
    expect(run.show(bars)).toEqual({ kind: 'none' });
    expect(count.steps).toBe(2002);
  });

  it('reads no more bars in a step than its longest period', () => {
    const run = new IndicatorRun(indicator, initialOf(indicator));
    const bars = walk(1500);
    run.show(bars);
    const read = new Set<number>();
    const { step } = indicator;
    const watch = (column: number[]) =>
      new Proxy(column, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) read.add(Number(key));
          return Reflect.get(target, key) as unknown;
        },
      });
    const spied = new IndicatorRun(
      {
        ...indicator,
        step: (state, at, settings) => {
          if (at.index < 1499) return step(state, at, settings);
          const columns = { ...at.columns };
          for (const key of ['openAt', 'open', 'high', 'low', 'close', 'volume'] as const)
            columns[key] = watch(columns[key]);
          return step(state, { ...at, columns }, settings);
        },
      },
      initialOf(indicator),
    );
    spied.show(bars);
    const longest = Math.max(2, ...Object.values(initialOf(indicator)));
    expect(1499 - Math.min(...read)).toBeLessThan(longest);
  });

  it('begins anew when history comes in front, or an older bar is corrected', () => {
    const bars = walk(80);
    const run = new IndicatorRun(indicator, settingsOf(indicator));
    run.show(bars.slice(20));
    expect(run.show(bars)).toEqual({ kind: 'reset' });
    expect(run.values).toEqual(fresh(indicator, bars));
    const corrected = bars.with(40, bar(40, 300));
    expect(run.show(corrected)).toEqual({ kind: 'reset' });
    expect(run.values).toEqual(fresh(indicator, corrected));
    expect(run.show(bars.slice(0, 3))).toEqual({ kind: 'reset' });
    expect(run.values).toHaveLength(3);
  });
});
