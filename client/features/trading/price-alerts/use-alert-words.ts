import { useTranslation } from 'react-i18next';
import { figureOf } from '../../../../server/contract/rules/price-alert.rules';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import type { ListedAlert } from './price-alerts.api';

/** What an alert waits for, in words. */
export function useAlertWords() {
  const { t } = useTranslation();
  const language = useLanguage();
  const windowText = (seconds: number) => {
    const [count, unit] = seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  };
  const figureText = (kind: ListedAlert['kind'], figure: string, decimals: number) =>
    figureOf(kind) === 'price' ? formatDecimal(figure, language, decimals) : formatDecimal(figure, language);
  return {
    windowText,
    /** "Rises to 70,000.00". */
    lineOf: ({ kind, value, window, price_scale }: ListedAlert) =>
      t(`alerts.lines.${kind}`, { value: figureText(kind, value, price_scale), window: windowText(window ?? 0) }),
    marketOf: ({ symbol }: Pick<ListedAlert, 'symbol'>) => (symbol === '' ? t('alerts.account') : symbol),
    /** Once, or how often. */
    repeatOf: ({ pause }: Pick<ListedAlert, 'pause'>) =>
      pause === null ? t('alerts.once') : t('alerts.every', { window: windowText(pause) }),
    lastOf: ({ kind, last_value, price_scale }: ListedAlert) => {
      const text = figureText(kind, last_value ?? '0', price_scale);
      return figureOf(kind) === 'price' ? text : `${text} %`;
    },
  };
}
