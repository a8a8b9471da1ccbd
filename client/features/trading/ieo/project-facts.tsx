import { useTranslation } from 'react-i18next';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { formatPercent } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { zoneName } from '../../../platform/zone';
import { DetailsList } from '../../../ui/details-list';
import { MoneyText } from '../../../ui/money-text';
import { useWireTime } from '../../account/profile';
import styles from './ieo.module.css';
import { percentOf, unitsText } from './units';

/** What is sold, for how much, and to whom at most. */
export function ProjectFacts({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const units = (number: string) => unitsText(number, project.currency_name, language);
  const share = formatPercent(percentOf(project.applied_number, project.total_supply), language).replace(/^\+/, '');
  const listed = project.listing_price;
  const price = <MoneyText value={project.price} unit={project.pay_currency_name} demo={false} />;
  return (
    <DetailsList
      details={[
        { label: t('ieo.price'), value: price },
        ...(listed === ''
          ? []
          : [{ label: t('ieo.listingPrice'), value: <MoneyText value={listed} unit="USDT" demo={false} /> }]),
        { label: t('ieo.supply'), value: units(project.total_supply) },
        { label: t('ieo.coinSupply'), value: units(project.coin_supply) },
        { label: t('ieo.issuer'), value: project.issuer },
        { label: t('ieo.range'), value: `${units(project.min_number)} – ${units(project.max_number)}` },
        { label: t('ieo.cap'), value: units(project.cap_number) },
        {
          label: t('ieo.appliedFor'),
          value: (
            <>
              {units(project.applied_number)}
              <span className={styles.coin}>{t('ieo.ofSupply', { percent: share })}</span>
            </>
          ),
        },
        { label: t('ieo.people'), value: String(project.applications) },
      ]}
    />
  );
}

/** The dates of a sale, in their order. */
export function ProjectDates({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const steps = [
    ['apply', project.apply_time, project.apply_from_ms],
    ['applyEnd', project.apply_end, project.apply_until_ms],
    ['allot', project.allotment_date, project.allot_at_ms],
    ['pay', project.pay_date, project.pay_until_ms],
    ['secondPay', project.second_pay_date, project.second_pay_until_ms],
    ['list', project.listing_date, project.list_at_ms],
    ['lock', project.lock_date, project.lock_until_ms],
  ] as const;
  // The draw may wait longer than until its date. The coin is listed by an act, not by its date, and nothing is free before it.
  const isReached = (step: string, at: number) =>
    at <= project.now_ms &&
    (project.status === 'listed' || (step !== 'list' && step !== 'lock')) &&
    (project.status !== 'allotting' || at < project.allot_at_ms);
  const next = project.status === 'cancelled' ? undefined : steps.find(([step, , at]) => !isReached(step, at))?.[0];
  return (
    <section className={styles.section}>
      <h2>
        {t('ieo.dates')} ({zoneName()})
      </h2>
      <ol className={styles.steps}>
        {steps.map(([step, text, at]) => (
          <li
            key={step}
            className={styles.step}
            data-done={isReached(step, at) || undefined}
            data-next={step === next || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <span>{t(`ieo.date.${step}`)}</span>
            <span>{wireTime(text)}</span>
          </li>
        ))}
      </ol>
      <p>{t('ieo.schedule', { count: project.release_parts, days: project.release_days })}</p>
    </section>
  );
}
