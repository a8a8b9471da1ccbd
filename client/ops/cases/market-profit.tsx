import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketProfitsView, MarketProfitView } from '../../../server/contract/operations';
import { MARKET_PROFIT_APART_MAX, MARKET_PROFIT_DAYS_MAX } from '../../../server/contract/operations/words';
import { serverNow } from '../../platform/server-clock';
import { MoneyText } from '../../ui/money-text';
import { type Column, DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { SelectField } from '../parts/select-field';
import { useDeskQuery } from '../parts/use-desk-query';

const DAY_MS = 86_400_000;
/** How many days back from today, today among them. */
const SPANS = [1, 7, MARKET_PROFIT_APART_MAX, MARKET_PROFIT_DAYS_MAX] as const;
const FIELDS = ['total', 'trading', 'fees', 'funding', 'insurance'] as const;

/** What the house won or lost by market. Asked when somebody chooses: it adds up what was posted in all these days. */
export function MarketProfit() {
  const { t } = useTranslation('desk');
  const [days, setDays] = useState('1');
  const [by, setBy] = useState('');
  const [demo, setDemo] = useState('');
  const to = dayOf(serverNow());
  const from = dayOf(serverNow() - (Number.parseInt(days, 10) - 1) * DAY_MS);
  // So many days would be a table that nobody reads.
  const mayPart = Number.parseInt(days, 10) <= MARKET_PROFIT_APART_MAX;
  const shown = mayPart ? by : '';
  const query = useDeskQuery<MarketProfitsView>('market-profit', { from, to, by: shown, demo }, { showsFormer: false });
  return (
    <Panel title={t('marketProfit.title')}>
      <p className="desk-note">{t('marketProfit.text')}</p>
      <div className="desk-filters">
        <SelectField
          label={t('marketProfit.days')}
          value={days}
          onChange={setDays}
          choices={SPANS.map((count) => ({
            value: String(count),
            label: count === 1 ? t('marketProfit.today') : t('marketProfit.lastDays', { days: count }),
          }))}
        />
        <SelectField
          label={t('marketProfit.by')}
          value={shown}
          onChange={setBy}
          choices={[
            { value: '', label: t('marketProfit.together') },
            ...(mayPart ? [{ value: 'day', label: t('marketProfit.apart') }] : []),
          ]}
        />
        <SelectField
          label={t('user.money')}
          value={demo}
          onChange={setDemo}
          choices={[
            { value: '', label: t('user.realMoney') },
            { value: '1', label: t('user.demoMoney') },
          ]}
        />
      </div>
      <Loaded query={query} rows={4}>
        {({ list }) => <Table list={list} byDay={shown === 'day'} />}
      </Loaded>
    </Panel>
  );
}

function Table({ list, byDay }: { list: readonly MarketProfitView[]; byDay: boolean }) {
  const { t } = useTranslation('desk');
  const figures = FIELDS.map(
    (field): Column<MarketProfitView> => ({
      head: field === 'funding' ? t('marketProfit.funding') : t(`risk.${field}`),
      end: true,
      render: (row) => <MoneyText value={row[field]} signed={field !== 'fees'} />,
    }),
  );
  return (
    <DeskTable
      caption={t('marketProfit.title')}
      rows={list}
      keyOf={({ day, marketId, product, coin }) => [day, marketId, product, coin].join(' ')}
      empty={t('marketProfit.nothing')}
      columns={[
        ...(byDay ? [{ head: t('marketProfit.day'), render: ({ day }: MarketProfitView) => day }] : []),
        { head: t('feed.market'), render: ({ symbol }) => symbol ?? t('common.unknown') },
        { head: t('marketProfit.product'), render: ({ product }) => t(`marketProfit.${product}`) },
        { head: t('common.coin'), render: ({ coin }) => coin },
        ...figures,
      ]}
    />
  );
}

/** Days of the books are those of UTC. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
