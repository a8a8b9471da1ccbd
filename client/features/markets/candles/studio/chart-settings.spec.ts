import {
  CHART_DEFAULTS,
  PANES_MOST,
  panesOf,
  parseChartSettings,
  settingProblems,
  withIndicator,
  withSettings,
} from './chart-settings';
import { INDICATORS, type IndicatorKey, initialOf } from '../indicators';
import { settingText } from './setting-text';

const storedText = (part: object) =>
  JSON.stringify({ version: 1, type: 'candles', scale: 'normal', indicators: [], ...part });

describe('what is kept of the settings', () => {
  it.each([[null], ['no JSON'], ['null'], ['[]'], [storedText({ version: 2, type: 'line' })], ['{"type":"line"}']])(
    'is none of another version, and nothing of %s',
    (text) => {
      expect(parseChartSettings(text)).toEqual(CHART_DEFAULTS);
    },
  );

  it('leaves out what is not sound, each indicator once and in the order of the list', () => {
    const indicators = [
      { key: 'rsi', settings: { first: 6, second: 14, third: 24, other: 1 } },
      { key: 'ma', settings: { first: 7, second: 25, third: 501 } },
      { key: 'boll', settings: { period: 20, deviations: 2 } },
      { key: 'boll', settings: { period: 30, deviations: 2 } },
      { key: 'macd', settings: { fast: 26, slow: 12, signal: 9 } },
      { key: 'sar', settings: { step: '0.02', most: 0.2 } },
      { key: 'constructor', settings: {} },
      null,
      { key: 'vol' },
    ];
    expect(parseChartSettings(storedText({ type: 'bars', scale: 'log', indicators }))).toEqual({
      type: 'candles',
      scale: 'log',
      indicators: [
        { key: 'boll', settings: { period: 20, deviations: 2 } },
        { key: 'rsi', settings: { first: 6, second: 14, third: 24 } },
      ],
    });
  });

  it('has no more panes than there is room for', () => {
    const indicators = INDICATORS.map((indicator) => ({ key: indicator.key, settings: initialOf(indicator) }));
    const settings = parseChartSettings(storedText({ indicators }));
    expect(panesOf(settings)).toBe(PANES_MOST);
    expect(settings.indicators).toHaveLength(5 + PANES_MOST);
  });
});

describe('the bounds of a setting', () => {
  it.each<[IndicatorKey, object, object]>([
    ['ma', { first: 1, second: 500, third: 2 }, {}],
    ['ma', { first: 0, second: 501, third: 1.5 }, { first: 'range', second: 'range', third: 'decimals' }],
    ['ma', { first: 1, second: 2 }, { third: 'number' }],
    ['boll', { period: 1, deviations: 0.09 }, { period: 'range', deviations: 'range' }],
    ['boll', { period: 2, deviations: 10 }, {}],
    ['boll', { period: 2, deviations: 2.125 }, { deviations: 'decimals' }],
    ['macd', { fast: 12, slow: 12, signal: 9 }, { fast: 'order' }],
    ['macd', { fast: 11, slow: 12, signal: 9 }, {}],
    ['sar', { step: 0.2, most: 0.2 }, {}],
    ['sar', { step: 0.201, most: 0.2 }, { step: 'order' }],
    ['kdj', { period: 9, k: 101, d: 100 }, { k: 'range' }],
    ['rsi', { first: Number.NaN, second: 14, third: 24 }, { first: 'number' }],
  ])('%s %j', (key, settings, problems) => {
    expect(settingProblems(key, settings)).toEqual(problems);
  });

  it('is kept by what every indicator begins with', () => {
    for (const indicator of INDICATORS) expect(settingProblems(indicator.key, initialOf(indicator))).toEqual({});
  });
});

describe('choosing', () => {
  it('switches on with what it begins with, changes, and switches off', () => {
    const on = withIndicator(withIndicator(CHART_DEFAULTS, 'macd', true), 'boll', true);
    expect(on.indicators.map(({ key }) => key)).toEqual(['boll', 'macd']);
    const set = withSettings(on, 'macd', { fast: 5, slow: 10, signal: 4 });
    expect(set.indicators[1]).toEqual({ key: 'macd', settings: { fast: 5, slow: 10, signal: 4 } });
    expect(withIndicator(set, 'macd', false).indicators.map(({ key }) => key)).toEqual(['boll']);
  });

  it('says settings as the language writes numbers', () => {
    expect(settingText('sar', { step: 0.02, most: 0.2 }, 'es')).toBe('0,02 · 0,2');
    expect(settingText('macd', { fast: 12, slow: 26, signal: 9 }, 'en')).toBe('12 · 26 · 9');
    expect(settingText('boll', { period: 500, deviations: 10 }, 'en')).toBe('500 · 10');
  });
});
