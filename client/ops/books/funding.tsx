import { useTranslation } from 'react-i18next';
import type { FundingStampPage, FundingStampView } from '../../../server/contract/operations';
import { FUNDING_STATES } from '../../../server/contract/operations/words';
import { Decimal } from '../../../server/contract/decimal';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { StatePill } from '../../ui/state-pill';
import { type Column, DeskTable } from '../parts/desk-table';
import { FilterRow } from '../parts/filter-fields';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { Pager } from '../parts/pager';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { useFilters } from '../parts/use-filters';
import { When } from '../parts/when';

const STATE_WORDS = { void: 'funding.stateVoid', charging: 'funding.stateCharging' } as const;
const VOID_WORDS = {
  halted: 'funding.halted',
  closed: 'funding.closed',
  'no-price': 'funding.noPrice',
  'no-premiums': 'funding.noPremiums',
} as const;

/** What was decided at each funding instant: nothing is left out silently, what was void says why. */
export function FundingPage() {
  const { t } = useTranslation('desk');
  const filters = useFilters();
  const query = useDeskQuery<FundingStampPage>('funding', { ...filters.query('state'), limit: '50' }, { poll: true });
  const columns = useStampColumns();
  return (
    <div className="desk-page">
      <PageHead title={t('nav.funding')} />
      <p className="desk-note">{t('funding.text')}</p>
      <FilterRow filters={filters}>
        <SelectField
          label={t('funding.state')}
          value={filters.get('state')}
          onChange={(state) => filters.set({ state })}
          choices={[
            { value: '', label: t('funding.all') },
            ...FUNDING_STATES.map((state) => ({ value: state, label: t(STATE_WORDS[state]) })),
          ]}
        />
      </FilterRow>
      <Loaded query={query} rows={8}>
        {({ list, voided, charging, total, page, limit }) => (
          <>
            <p className="desk-strip" data-tone={charging > 0 ? 'wait' : undefined}>
              {t('funding.void', { count: voided })} · {t('funding.charging', { count: charging })}
            </p>
            <DeskTable
              caption={t('nav.funding')}
              columns={columns}
              rows={list}
              keyOf={({ symbol, stamp }) => `${symbol} ${stamp}`}
              empty={t('funding.empty')}
            />
            <Pager page={page} limit={limit} total={total} onPage={filters.setPage} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function useStampColumns(): Column<FundingStampView>[] {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  return [
    { head: t('funding.stamp'), render: ({ stamp }) => <When at={stamp} /> },
    { head: t('funding.market'), render: ({ symbol }) => symbol },
    {
      head: t('funding.rate'),
      end: true,
      render: ({ rate, void: reason }) =>
        reason === null ? `${formatDecimal(new Decimal(rate).times(100).toFixed(), language)}%` : '—',
    },
    { head: t('funding.samples'), end: true, render: ({ samples }) => samples },
    { head: t('funding.state'), render: (row) => <Outcome {...row} /> },
  ];
}

function Outcome({ void: reason, settledAt }: FundingStampView) {
  const { t } = useTranslation('desk');
  if (reason !== null) {
    return (
      <span>
        <StatePill tone="bad" text={t('funding.stateVoid')} /> {t(VOID_WORDS[reason])}
      </span>
    );
  }
  if (settledAt === null) return <StatePill tone="wait" text={t('funding.stateCharging')} />;
  return (
    <>
      {t('funding.charged')} <When at={settledAt} />
    </>
  );
}
