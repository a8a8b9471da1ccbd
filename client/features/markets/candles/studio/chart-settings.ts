import { useSyncExternalStore } from 'react';
import { CHART_PART } from '../../../../../server/contract/rules/layout.rules';
import { layoutPart } from '../../../../platform/layout-part';
import { INDICATOR_KEYS, type IndicatorKey, indicatorOf, initialOf, type Settings } from '../indicators';

export const CHART_TYPES = ['candles', 'heikin-ashi', 'line', 'area'] as const;
export type ChartType = (typeof CHART_TYPES)[number];
export const CHART_SCALES = ['normal', 'log', 'percent'] as const;
export type ChartScale = (typeof CHART_SCALES)[number];

export interface ChosenIndicator {
  key: IndicatorKey;
  settings: Settings;
}

export interface ChartSettings {
  type: ChartType;
  scale: ChartScale;
  indicators: readonly ChosenIndicator[];
}

export const CHART_DEFAULTS: ChartSettings = { type: 'candles', scale: 'normal', indicators: [] };
/** Panes below the prices at once: more leave nothing of any of them on a phone. */
export const PANES_MOST = 4;
const VERSION = 1;

export type SettingProblem = 'number' | 'decimals' | 'range' | 'order';

/** What is wrong with each setting of an indicator; nothing where all of it is sound. */
export function settingProblems(key: IndicatorKey, settings: Settings): Partial<Record<string, SettingProblem>> {
  const found: Partial<Record<string, SettingProblem>> = {};
  for (const setting of indicatorOf(key).settings) {
    const value = settings[setting.key];
    const than = setting.below && settings[setting.below];
    if (value === undefined || !Number.isFinite(value)) found[setting.key] = 'number';
    else if (Number(value.toFixed(setting.decimals)) !== value) found[setting.key] = 'decimals';
    else if (value < setting.min || value > setting.max) found[setting.key] = 'range';
    // The fast average is faster, the step no larger than the most.
    else if (than !== undefined && (setting.key === 'step' ? value > than : value >= than))
      found[setting.key] = 'order';
  }
  return found;
}

function isChosen(value: unknown): value is ChosenIndicator {
  const { key, settings } = (value ?? {}) as Partial<ChosenIndicator>;
  if (!INDICATOR_KEYS.some((known) => known === key) || typeof settings !== 'object' || settings === null) return false;
  return Object.keys(settingProblems(key as IndicatorKey, settings)).length === 0;
}

/** Takes what was kept, by another version perhaps, and leaves out whatever is not sound. */
export function parseChartSettings(text: string | null): ChartSettings {
  let parsed: Partial<Record<'version' | 'type' | 'scale' | 'indicators', unknown>>;
  try {
    parsed = (JSON.parse(text ?? '{}') ?? {}) as typeof parsed;
  } catch {
    return CHART_DEFAULTS;
  }
  if (parsed.version !== VERSION) return CHART_DEFAULTS;
  const chosen = Array.isArray(parsed.indicators) ? parsed.indicators.filter(isChosen) : [];
  // Each once, in the order of the list, and only the settings that it has.
  const indicators = INDICATOR_KEYS.flatMap((key) => {
    const one = chosen.find((other) => other.key === key);
    if (!one) return [];
    const own = indicatorOf(key).settings.map((setting) => [setting.key, one.settings[setting.key]]);
    return [{ key, settings: Object.fromEntries(own) as Settings }];
  });
  return {
    type: CHART_TYPES.find((known) => known === parsed.type) ?? CHART_DEFAULTS.type,
    scale: CHART_SCALES.find((known) => known === parsed.scale) ?? CHART_DEFAULTS.scale,
    indicators: withinPanes(indicators),
  };
}

function withinPanes(indicators: readonly ChosenIndicator[]): ChosenIndicator[] {
  let panes = 0;
  return indicators.filter(({ key }) => !isInPane(key) || (panes += 1) <= PANES_MOST);
}

export function isInPane(key: IndicatorKey): boolean {
  return indicatorOf(key).place === 'pane';
}

export function panesOf({ indicators }: ChartSettings): number {
  return indicators.filter(({ key }) => isInPane(key)).length;
}

/** Switches an indicator on with the settings that it begins with, or off. */
export function withIndicator(settings: ChartSettings, key: IndicatorKey, isOn: boolean): ChartSettings {
  const rest = settings.indicators.filter((one) => one.key !== key);
  if (!isOn) return { ...settings, indicators: rest };
  return withSettings({ ...settings, indicators: rest }, key, initialOf(indicatorOf(key)));
}

export function withSettings(settings: ChartSettings, key: IndicatorKey, own: Settings): ChartSettings {
  const others = settings.indicators.filter((one) => one.key !== key);
  const all = [...others, { key, settings: own }];
  return {
    ...settings,
    indicators: INDICATOR_KEYS.flatMap((known) => all.filter((one) => one.key === known)),
  };
}

const store = layoutPart(CHART_PART, parseChartSettings);

export function useChartSettings(): ChartSettings {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Keeps them for the charts of all markets. */
export function changeChartSettings(settings: ChartSettings): void {
  store.set(JSON.stringify({ version: VERSION, panes: panesOf(settings), ...settings }));
}
