import { useTranslation } from 'react-i18next';
import styles from './liquidation.module.css';

/** A position, or a whole cross account, that is near its liquidation. */
export interface MarginWarning {
  key: string;
  level: 'warning' | 'critical';
  /** `BTC/USDT`, or the words of the cross account. */
  subject: string;
  /** Percent of what backs it that is needed already; null: nothing backs it any more. */
  ratio: string | null;
  /** Percent of the mark; null: not known. */
  distance: string | null;
}

interface Props {
  warnings: readonly MarginWarning[];
  /** The server is not heard, or a mark is old: how near it was, and not how near it is. */
  isOld: boolean;
}

/** Says calmly that liquidation is near, how near, and what can be done; two levels. */
export function MarginWarnings({ warnings, isOld }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.warnings} role="status" data-old={isOld || undefined}>
      {warnings.map(({ key, level, subject, ratio, distance }) => (
        <p key={key} data-level={level}>
          <b>{t(`futures.${level}Title`, { subject })}</b>
          <span>
            {t('futures.warningText', { ratio: ratio ?? '100' })}{' '}
            {distance !== null && t('futures.warningDistance', { percent: distance })} {t(`futures.${level}Way`)}
          </span>
        </p>
      ))}
    </div>
  );
}
