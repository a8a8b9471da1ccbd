import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { IeoApplicationDetailView, IeoReleaseView } from '../../../../server/contract/trading/ieo.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { CoinIcon } from '../../../ui/coin-icon';
import { DetailsList } from '../../../ui/details-list';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { useZonedWireTime } from '../../account/profile';
import { STATE_TONES } from './application-list';
import { application as applicationQuery, useIeoEvents } from './ieo.api';
import styles from './ieo.module.css';
import { ListingNote, TradeButton } from './listing-note';
import { OwnProofCard } from './own-proof-card';
import { PayButton, PayNote } from './pay-button';
import { UnknownSale } from './unknown-sale';
import { unitsText } from './units';

/** One application: where it is, what is to be paid, when its coins are free, and the proof of its allotment. */
export function ApplicationDetail({ id }: { id: string }) {
  useIeoEvents();
  const { data, error, refetch } = useQuery(applicationQuery(id, useLanguage()));
  if (error && !data) return <UnknownSale error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={8} />;
  return <Loaded detail={data} />;
}

function Loaded({ detail }: { detail: IeoApplicationDetailView }) {
  const { t } = useTranslation();
  const { application, project } = detail;
  const isDue = application.pay_round !== 0;
  const isDemo = useAccountType() === 'simulation_account';
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.head}>
          <CoinIcon code={application.currency_name} size={40} />
          <h2>
            <Link to={`/pages/ieo/detail?id=${project.id}`}>{application.name}</Link>
          </h2>
          <StatePill tone={STATE_TONES[application.state]} text={t(`ieo.state.${application.state}`)} />
        </div>
      </div>
      <ListingNote project={project} />
      {isDue && <PayNote detail={detail} />}
      <ApplicationFacts detail={detail} />
      {detail.releases.length > 0 && <Calendar releases={detail.releases} coin={application.currency_name} />}
      <OwnProofCard detail={detail} />
      {isDue && !isDemo && <PayButton detail={detail} />}
      <TradeButton market={project.market} />
    </>
  );
}

function ApplicationFacts({ detail: { application, project } }: { detail: IeoApplicationDetailView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useZonedWireTime();
  const units = (number: string) => unitsText(number, application.currency_name, language);
  const money = (value: string) => <MoneyText value={value} unit={application.pay_currency_name} demo={false} />;
  const { allotment_number: allotted, second_number: second, success_number: owned } = application;
  const isOwned = owned !== '0';
  return (
    <DetailsList
      details={[
        { label: t('ieo.serial'), value: application.serial_number },
        { label: t('ieo.appliedFor'), value: units(application.number) },
        ...(application.state === 'committed' ? [{ label: t('ieo.freezes'), value: money(application.amount) }] : []),
        ...(allotted === '' ? [] : [{ label: t('ieo.allotment'), value: units(allotted) }]),
        ...(second === '' ? [] : [{ label: t('ieo.second'), value: units(second) }]),
        ...(application.pay_round === 0 ? [] : [{ label: t('ieo.pending'), value: money(application.pending_amount) }]),
        ...(isOwned ? [{ label: t('ieo.owned'), value: units(owned) }] : []),
        ...(isOwned ? [{ label: t('ieo.released'), value: units(application.released_number) }] : []),
        { label: t('ieo.price'), value: money(application.price) },
        { label: t('ieo.date.list'), value: wireTime(project.listing_date) },
        { label: t('ieo.date.lock'), value: wireTime(project.lock_date) },
      ]}
    />
  );
}

function Calendar({ releases, coin }: { releases: readonly IeoReleaseView[]; coin: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useZonedWireTime();
  return (
    <section className={styles.section}>
      <h2>{t('ieo.calendar')}</h2>
      <ul className={styles.checks}>
        {releases.map(({ part, at, number, done }) => (
          <li key={part}>
            <span className={styles.check}>
              <span>
                {unitsText(number, coin, language)}
                <span className={styles.coin}>{wireTime(at)}</span>
              </span>
              {done && <StatePill tone="good" text={t('ieo.done')} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
