import type { DecimalText } from '../../server/contract/money';
import { directionOf, formatPercent } from '../platform/format';
import styles from './change-pill.module.css';
import { useLanguage } from '../platform/preferences';

interface Props {
  /** Signed percentage without its sign character, for example "-1.20"; null when unknown. */
  change: DecimalText | null;
  dimmed?: boolean;
  /** Text in the colour of the direction, without a ground. */
  plain?: boolean;
}

/** The change of the last 24 hours, with its sign as well as its colour. */
export function ChangePill({ change, dimmed = false, plain = false }: Props) {
  const language = useLanguage();
  return (
    <span
      className={`numbers ${plain ? styles.plain : styles.pill}`}
      data-direction={directionOf(change)}
      data-dimmed={dimmed || undefined}
    >
      {formatPercent(change, language)}
    </span>
  );
}
