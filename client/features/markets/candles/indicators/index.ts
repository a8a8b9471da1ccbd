import { type Indicator, INDICATOR_KEYS, type IndicatorKey } from './indicator';
import { exponentialAverages, movingAverages } from './moving-averages';
import { channelIndex, convergence, relativeStrength, stochastic } from './oscillators';
import { bollingerBands, parabolicStop, volumeWeightedPrice } from './price-bands';
import { averageRange, balanceVolume, volume } from './volume-and-range';

const BY_KEY: Record<IndicatorKey, Indicator> = {
  ma: movingAverages,
  ema: exponentialAverages,
  boll: bollingerBands,
  vwap: volumeWeightedPrice,
  sar: parabolicStop,
  vol: volume,
  macd: convergence,
  rsi: relativeStrength,
  kdj: stochastic,
  cci: channelIndex,
  atr: averageRange,
  obv: balanceVolume,
};

/** Every indicator that the chart knows, first those over the prices. */
export const INDICATORS: readonly Indicator[] = INDICATOR_KEYS.map((key) => BY_KEY[key]);

export function indicatorOf(key: IndicatorKey): Indicator {
  return BY_KEY[key];
}

export {
  type Indicator,
  INDICATOR_KEYS,
  type IndicatorKey,
  initialOf,
  type Setting,
  type Settings,
} from './indicator';
export { IndicatorRun } from './indicator-run';
