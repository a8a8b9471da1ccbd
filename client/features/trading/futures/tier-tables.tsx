import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { MaintenanceTierView } from '../../../../server/contract/trading/maintenance-tiers.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import styles from './tier-tables.module.css';

/**
 * What must be kept of a position by its size, and how high its leverage may be. A table that is announced stands before
 * the one of now, because whatever is opened today is judged by it from its day on.
 */
export function TierTables({ product, unit }: { product: FuturesProductView; unit: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { tiers, announcedTiers } = product;
  const day =
    announcedTiers &&
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(
      announcedTiers.from,
    );
  return (
    <details className={styles.place} open={announcedTiers !== null}>
      <summary>{t('futures.tiers')}</summary>
      {announcedTiers && (
        <>
          <p className={styles.later}>{t('futures.tiersAnnounced', { day })}</p>
          <Tiers caption={t('futures.tiersFrom', { day })} tiers={announcedTiers.tiers} unit={unit} />
        </>
      )}
      <Tiers caption={t('futures.tiersNow')} tiers={tiers} unit={unit} />
    </details>
  );
}

function Tiers({ caption, tiers, unit }: { caption: string; tiers: readonly MaintenanceTierView[]; unit: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('futures.tierFloor', { unit })}</th>
          <th scope="col">{t('futures.tierRate')}</th>
          <th scope="col">{t('futures.tierLeverage')}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ floor, rate, maxLeverage }) => (
          <tr key={floor}>
            <td className="numbers">{formatDecimal(floor, language)}</td>
            <td className="numbers">{`${formatDecimal(new Decimal(rate).times(100).toFixed(), language)}%`}</td>
            <td className="numbers">{`${maxLeverage}x`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
