import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { useZonedWireTime } from '../../account/profile';
import styles from './ieo.module.css';

/** That the listing of a sale is late and what comes of it, or that it never came; nothing where all goes by its dates. */
export function ListingNote({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const wireTime = useZonedWireTime();
  const isLate = project.status === 'listing' && project.list_at_ms <= project.now_ms;
  if (isLate) {
    return (
      <section className={styles.warn}>
        <h3>{t('ieo.listLate')}</h3>
        <p>{t('ieo.listLateText', { time: wireTime(project.list_deadline) })}</p>
      </section>
    );
  }
  if (project.cancel_reason !== 'not-listed') return null;
  return (
    <section className={styles.warn}>
      <h3>{t('ieo.notListed')}</h3>
      <p>{t('ieo.notListedText')}</p>
    </section>
  );
}

/** The way to the coin's market, once it is listed. */
export function TradeButton({ market }: { market: string }) {
  const { t } = useTranslation();
  if (market === '') return null;
  return (
    <div className={styles.bar}>
      <Button
        component={Link}
        to={`/pages/trade/index?symbol=${encodeURIComponent(market)}`}
        fullWidth
        size="lg"
        variant="light"
      >
        {t('ieo.trade', { market })}
      </Button>
    </div>
  );
}
