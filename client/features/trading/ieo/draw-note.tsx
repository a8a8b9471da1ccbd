import { useTranslation } from 'react-i18next';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { useZonedWireTime } from '../../account/profile';
import styles from './ieo.module.css';

/** That the draw waits for prices, while it does. */
export function DrawNote({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const hour = useDrawHour(project);
  if (project.status !== 'allotting' || hour === null || project.is_drawn === 1) return null;
  return (
    <section className={styles.warn}>
      <h3>{t('ieo.drawWaits')}</h3>
      <p>{t('ieo.drawWaitsText', hour)}</p>
    </section>
  );
}

/** Which prices decide between equal remainders, or did; nothing of sales that were drawn without. */
export function DrawRule({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const hour = useDrawHour(project);
  if (hour === null) return null;
  return <p>{t(project.is_drawn === 1 ? 'ieo.drawn' : 'ieo.drawRule', hour)}</p>;
}

function useDrawHour(project: IeoProjectView): { market: string; from: string; until: string } | null {
  const wireTime = useZonedWireTime();
  if (project.draw_market === '') return null;
  return { market: project.draw_market, from: wireTime(project.draw_from), until: wireTime(project.draw_until) };
}
