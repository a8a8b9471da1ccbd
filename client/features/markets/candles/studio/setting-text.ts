import type { Language } from '../../../../../server/contract/errors';
import { formatDecimal } from '../../../../platform/format';
import { type IndicatorKey, indicatorOf, type Setting, type Settings } from '../indicators';

/** A setting as decimal text without closing zeros. */
export function settingDecimal(value: number, { decimals }: Setting): string {
  return value
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

/** The settings of an indicator in few characters, as the field writes them: `12, 26, 9`. */
export function settingText(key: IndicatorKey, settings: Settings, language: Language): string {
  return indicatorOf(key)
    .settings.map((setting) =>
      formatDecimal(settingDecimal(settings[setting.key] ?? setting.initial, setting), language),
    )
    .join(' · ');
}
