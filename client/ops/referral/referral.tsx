import { useTranslation } from 'react-i18next';
import type { ReferralDayPage, ReferralDayView, ReferralDeskView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { type Column, DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { Pager } from '../parts/pager';
import { PageHead, Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';
import { Partners } from './partners';
import { SelfReferrals } from './self-referrals';
import { ProposeTerms } from './terms-form';

/** The referral programme: its rates, its partners, who invited themselves, and the days that were rebated. */
export function ReferralPage() {
  const { t } = useTranslation('desk');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.referral')} />
      <p className="desk-note">{t('referral.text')}</p>
      <Terms />
      <Partners />
      <SelfReferrals />
      <Days />
    </div>
  );
}

function Terms() {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('treasurer');
  const query = useDeskQuery<ReferralDeskView>('referral');
  return (
    <Panel title={t('referral.terms')}>
      <Loaded query={query}>
        {({ terms, percentMax, today }) => (
          <>
            <DeskTable
              caption={t('referral.terms')}
              columns={[
                { head: t('referral.from'), render: ({ effectiveDay }) => effectiveDay },
                { head: t('referral.percent'), end: true, render: ({ percent }) => `${percent}%` },
                {
                  head: t('news.state'),
                  render: ({ effectiveDay }) => t(effectiveDay > today ? 'referral.planned' : 'referral.begun'),
                },
              ]}
              rows={terms}
              keyOf={({ effectiveDay }) => effectiveDay}
            />
            {mayPropose && <ProposeTerms percentMax={percentMax} />}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Days() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const columns = useDayColumns();
  const query = useDeskQuery<ReferralDayPage>('referral/days', { ...filters.query(), limit: '20' });
  return (
    <Panel title={t('referral.days')}>
      <p className="desk-note">{t('referral.daysText')}</p>
      <Loaded query={query}>
        {({ list, total, page, limit }) => (
          <>
            <DeskTable caption={t('referral.days')} columns={columns} rows={list} keyOf={({ day }) => day} />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function useDayColumns(): Column<ReferralDayView>[] {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const sums = (of: 'fees' | 'rebates') => (row: ReferralDayView) =>
    row.sums.map((sum) => `${formatDecimal(sum[of], language)} ${sum.coin}`).join(', ') || '–';
  const count = (of: 'payers' | 'inviters') => (row: ReferralDayView) =>
    row.sums.map((sum) => sum[of]).join(', ') || '0';
  return [
    { head: t('referral.day'), render: ({ day }) => day },
    { head: t('news.state'), render: ({ status }) => t(`referral.${status}`) },
    { head: t('referral.payers'), end: true, render: count('payers') },
    { head: t('referral.inviters'), end: true, render: count('inviters') },
    { head: t('referral.fees'), end: true, render: sums('fees') },
    { head: t('referral.rebates'), end: true, render: sums('rebates') },
    { head: t('referral.bookedAt'), render: ({ bookedAt }) => (bookedAt === null ? '–' : <When at={bookedAt} />) },
  ];
}
