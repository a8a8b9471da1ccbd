import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { type LiveFigures, percentOf } from '../futures-account';
import styles from './margin-bar.module.css';

/** How much of what backs a position is needed already: at 100 % it is liquidated. Of a cross one the account's. */
export function MarginBar({ figures, isCross }: { figures: LiveFigures | null; isCross: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const percent = percentOf(figures?.marginRatio ?? null);
  const width = percent === null ? 0 : Math.min(100, Math.max(1, Number(percent)));
  const label = t(isCross ? 'futures.accountRatio' : 'futures.marginRatio');
  return (
    <div className={styles.ratio} data-level={figures?.level ?? 'safe'}>
      <span>{label}</span>
      <div
        className={styles.bar}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(width)}
      >
        <span style={{ width: `${width}%` }} />
      </div>
      {/* Beyond the whole of it a figure says nothing more. */}
      <b className="numbers">
        {percent !== null && Number(percent) > 100
          ? `> ${formatPercent('100', language, 0).replace('+', '')}`
          : formatPercent(percent, language).replace('+', '')}
      </b>
    </div>
  );
}
