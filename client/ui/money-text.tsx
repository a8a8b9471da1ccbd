import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../server/contract/money';
import { decimalsOf, directionOf, formatDecimal, textDecimals } from '../platform/format';
import { useIsDemo } from '../platform/account-type';
import { useAmountsHidden } from '../platform/hidden-amounts';
import { useLanguage } from '../platform/preferences';
import { DemoTag } from './demo-tag';
import styles from './money-text.module.css';

interface Props {
  /** Decimal text; null stands for what is not known. */
  value: DecimalText | null;
  /** Decimals that are shown; the rest is cut, never rounded. Without it all of them are, but for closing zeros. */
  decimals?: number;
  /**
   * In lists, whose rows open the details with all of it: two to four decimals, the whole figure in the title. Running text,
   * which opens nothing, has `BriefMoney`.
   */
  brief?: boolean;
  /** Stands behind the amount, for example "USDT". */
  unit?: string;
  /** The sign is always written, and the direction is coloured. */
  signed?: boolean;
  /** The eye of the assets page covers it: what the user owns, not what something costs. */
  secret?: boolean;
  /** Whether to mark the amount as demo money; by default while the user is in the demo. */
  demo?: boolean;
}

const COVER = '••••••';

/** An amount of money: tabular, truncated, never wrapped. */
export function MoneyText({ value, decimals, brief = false, unit, signed = false, secret = false, demo }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const inDemo = useIsDemo();
  const isDemo = demo ?? (secret && inDemo);
  const isHidden = useAmountsHidden() && secret;
  if (isHidden) {
    return (
      <span className={`numbers ${styles.money}`} role="img" aria-label={t('wallet.hidden')}>
        {COVER}
      </span>
    );
  }
  const direction = directionOf(value);
  const whole = value === null ? null : withoutClosingZeros(value);
  const cut = brief && whole !== null && isCut(whole) ? textDecimals(whole) : decimals;
  return (
    <span
      className={`numbers ${styles.money}`}
      data-direction={signed && direction !== 'even' ? direction : undefined}
      title={brief && cut !== undefined ? `${formatDecimal(whole, language)} ${unit ?? ''}`.trim() : undefined}
    >
      {signed && direction === 'up' && '+'}
      {formatDecimal(cut === undefined ? whole : value, language, cut)}
      {unit !== undefined && value !== null && <span className={styles.unit}> {unit}</span>}
      {isDemo && <DemoTag />}
    </span>
  );
}

/** Whether running text leaves decimals of it out. */
export function isCut(value: DecimalText): boolean {
  const whole = withoutClosingZeros(value);
  return decimalsOf(whole) > textDecimals(whole);
}

/** "1.50000000" is "1.5", "100.00" is "100": the digits that say something. */
export function withoutClosingZeros(value: DecimalText): DecimalText {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
