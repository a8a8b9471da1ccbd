import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountEvent } from '../../../server/contract/events.dto';
import { useIsDemo } from '../../platform/account-type';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useAccountEvents } from '../../platform/use-account-events';
import { withoutClosingZeros } from '../../ui/money-text';
import styles from './liquidation.module.css';
import { lotsWords } from './lots-words';

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

/** Says calmly that liquidation is near, how near, and what can be done; two levels. */
export function MarginWarnings({ warnings }: { warnings: readonly MarginWarning[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.warnings} role="status">
      {warnings.map(({ key, level, subject, ratio, distance }) => (
        <p key={key} data-level={level}>
          <b>{t(`contract.${level}Title`, { subject })}</b>
          <span>
            {t('contract.warningText', { ratio: ratio ?? '100' })}{' '}
            {distance !== null && t('contract.warningDistance', { percent: distance })} {t(`contract.${level}Way`)}
          </span>
        </p>
      ))}
    </div>
  );
}

type Told = AccountEvent<'liquidation'>['payload'];

/** What was liquidated while the page was open, until it is put away. */
export function LiquidationNotices({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  const language = useLanguage();
  const [told, setTold] = useState<Told[]>([]);
  useAccountEvents('liquidation', ({ payload }) => {
    if (payload.demo !== isDemo) return;
    setTold((before) => [payload, ...before.filter(({ positionId }) => positionId !== payload.positionId)]);
  });
  const away = (reportId: string) => setTold((before) => before.filter((one) => one.reportId !== reportId));
  return (
    <div className={styles.warnings} role="status">
      {told.map(({ reportId, positionId, kind, lots, lotsLeft, price }) => (
        <p key={reportId} data-level="critical">
          <b>{t(`contract.reportKind.${kind}`)}</b>
          <span>
            {t('contract.liquidatedText', {
              id: positionId,
              lots: lotsWords(lots, t, language),
              left: lotsWords(lotsLeft, t, language),
              price: formatDecimal(withoutClosingZeros(price), language),
            })}
          </span>
          <span className={styles.ways}>
            <button
              type="button"
              onClick={() => {
                away(reportId);
                onShow();
              }}
            >
              {t('contract.seeHistory')}
            </button>
            <button type="button" onClick={() => away(reportId)}>
              {t('common.close')}
            </button>
          </span>
        </p>
      ))}
    </div>
  );
}
