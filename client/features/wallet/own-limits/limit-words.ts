import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../../../server/contract/money';
import type { LimitKind } from '../../../../server/contract/rules/own-limits.rules';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';

/** How amounts of limits are said: in USDT, or in minutes; null: that there is none. */
export function useLimitWords() {
  const { t } = useTranslation();
  const language = useLanguage();
  const figure = (amount: DecimalText) => formatDecimal(amount, language);
  const value = (kind: LimitKind, amount: DecimalText | null) => {
    if (amount === null) return t('limits.none');
    return kind === 'time' ? t('limits.minutesOf', { minutes: figure(amount) }) : `${figure(amount)} USDT`;
  };
  return { figure, value };
}
