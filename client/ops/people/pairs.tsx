import { useTranslation } from 'react-i18next';
import type { PairPage, PairView } from '../../../server/contract/operations';
import { formatDecimal, UNKNOWN } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { StatePill } from '../../ui/state-pill';
import { type Column, DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { Pager } from '../parts/pager';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';

/** Who proposes and approves with whom: two who do it with each other all day stand out. */
export function PairsPage() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<PairPage>('pairs', { ...filters.query(), limit: '20' });
  const columns = usePairColumns();
  return (
    <div className="desk-page">
      <PageHead title={t('nav.pairs')} />
      <Loaded query={query}>
        {({ list, rules, marked, total, page, limit }) => (
          <>
            <p className="desk-note">
              {t('pairs.text', {
                days: rules.days,
                many: rules.many,
                few: rules.few,
                share: percentOf(rules.shareRatio),
              })}
            </p>
            <p className="desk-strip" data-tone={marked > 0 ? 'wait' : undefined}>
              {t('pairs.count', { count: marked })}
            </p>
            <DeskTable
              caption={t('nav.pairs')}
              columns={columns}
              rows={list}
              keyOf={({ sides }) => sides.map(({ operatorId }) => operatorId).join('-')}
              empty={t('pairs.empty')}
            />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function usePairColumns(): Column<PairView>[] {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  return [
    {
      head: t('pairs.pair'),
      render: ({ sides, marked }) => (
        <>
          {sides.map(({ login }) => login).join(' · ')} {marked && <StatePill tone="bad" text={t('pairs.marked')} />}
        </>
      ),
    },
    { head: t('pairs.together'), end: true, render: ({ together }) => together },
    { head: t('pairs.each'), end: true, render: ({ sides }) => sides.map(({ proposed }) => proposed).join(' · ') },
    {
      head: t('pairs.share'),
      end: true,
      render: ({ sides }) => sides.map(({ shareRatio, all }) => `${percentOf(shareRatio)}% (${all})`).join(' · '),
    },
    { head: t('pairs.rejected'), end: true, render: ({ rejected }) => rejected },
    {
      head: t('pairs.value'),
      end: true,
      render: ({ value }) => (value === null ? UNKNOWN : formatDecimal(value, language)),
    },
    {
      head: t('pairs.amounts'),
      end: true,
      render: ({ amounts }) =>
        amounts.map(({ coin, amount }) => `${formatDecimal(amount, language)} ${coin}`).join(', ') || UNKNOWN,
    },
    { head: t('pairs.last'), render: ({ lastAt }) => <When at={lastAt} /> },
  ];
}

/** A part of one, of four decimals at most, as a whole percentage: a count, not money. */
function percentOf(ratio: string): number {
  const [whole = '0', decimals = ''] = ratio.split('.');
  return Math.floor(Number.parseInt(`${whole}${decimals.padEnd(4, '0').slice(0, 4)}`, 10) / 100);
}
