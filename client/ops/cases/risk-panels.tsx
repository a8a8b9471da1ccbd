import { useTranslation } from 'react-i18next';
import type {
  CoverageView,
  HouseProfitView,
  MarketExposureView,
  ProductStateView,
} from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { MoneyText } from '../../ui/money-text';
import { type Column, DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { useSpanWord } from './feed-panel';
import { MarketProfit } from './market-profit';

/** What the house stands in for, what it earned, and what covers what users own. */
export function RiskPanels() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<ProductStateView>('product-state', {}, { poll: true });
  return (
    <Loaded query={query} rows={8}>
      {({ exposure, profit, coverage }) => (
        <>
          <Panel title={t('risk.exposure')}>
            <p className="desk-note">{t('risk.realOnly')}</p>
            <Exposure list={exposure} />
          </Panel>
          <MarketProfit />
          <Panel title={t('risk.profit')}>
            <Profit list={profit} />
          </Panel>
          <Panel title={t('risk.coverage')}>
            <p className="desk-note">{t('risk.coverageText')}</p>
            <Coverage list={coverage} />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Exposure({ list }: { list: readonly MarketExposureView[] }) {
  const { t } = useTranslation('desk');
  const span = useSpanWord();
  return (
    <DeskTable
      caption={t('risk.exposure')}
      rows={list}
      keyOf={({ symbol }) => symbol}
      empty={t('risk.noExposure')}
      columns={[
        { head: t('feed.market'), render: ({ symbol }) => symbol },
        { head: t('risk.long'), end: true, render: ({ long, base }) => <MoneyText value={long} unit={base} /> },
        { head: t('risk.short'), end: true, render: ({ short, base }) => <MoneyText value={short} unit={base} /> },
        {
          head: t('risk.net'),
          end: true,
          render: ({ net, quote }) =>
            net === null ? t('feed.none') : <MoneyText value={net} unit={quote} decimals={2} signed />,
        },
        {
          head: t('feed.age'),
          end: true,
          render: ({ priceAgeMs }) => (priceAgeMs === null ? t('feed.none') : span(priceAgeMs)),
        },
        { head: t('risk.options'), end: true, render: ({ options }) => <Stakes options={options} /> },
        {
          head: t('risk.worst'),
          end: true,
          render: ({ options }) =>
            options.length === 0
              ? t('feed.none')
              : options.map(({ coin, worst }) => (
                  <p key={coin}>
                    <MoneyText value={worst} unit={coin} />
                  </p>
                )),
        },
      ]}
    />
  );
}

function Stakes({ options }: Pick<MarketExposureView, 'options'>) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  if (options.length === 0) return t('feed.none');
  return options.map(({ coin, rise, fall, even }) => (
    <p key={coin} className="numbers">
      {[rise, fall, even].map((stake) => formatDecimal(stake, language)).join(' / ')} {coin}
    </p>
  ));
}

function Profit({ list }: { list: readonly HouseProfitView[] }) {
  const { t } = useTranslation('desk');
  const column = (field: Exclude<keyof HouseProfitView, 'coin'>): Column<HouseProfitView> => ({
    head: t(`risk.${field}`),
    end: true,
    render: (row) => <MoneyText value={row[field]} signed={field === 'total' || field === 'trading'} />,
  });
  return (
    <DeskTable
      caption={t('risk.profit')}
      rows={list}
      keyOf={({ coin }) => coin}
      empty={t('risk.nothing')}
      columns={[
        { head: t('common.coin'), render: ({ coin }) => coin },
        ...(['total', 'trading', 'fees', 'penalties', 'interest', 'rebates', 'adjustments', 'insurance'] as const).map(
          column,
        ),
      ]}
    />
  );
}

function Coverage({ list }: { list: readonly CoverageView[] }) {
  const { t } = useTranslation('desk');
  return (
    <DeskTable
      caption={t('risk.coverage')}
      rows={list}
      keyOf={({ coin }) => coin}
      columns={[
        { head: t('common.coin'), render: ({ coin }) => coin },
        { head: t('risk.owed'), end: true, render: ({ owed, coin }) => <MoneyText value={owed} unit={coin} /> },
        { head: t('risk.held'), end: true, render: ({ held, coin }) => <MoneyText value={held} unit={coin} /> },
        { head: t('risk.ratio'), end: true, render: ({ ratio }) => <Ratio ratio={ratio} /> },
      ]}
    />
  );
}

/** As a percentage; less than the whole stands out. */
function Ratio({ ratio }: Pick<CoverageView, 'ratio'>) {
  const language = useLanguage();
  if (ratio === null) return null;
  const [whole = '0', fraction = ''] = ratio.split('.');
  const digits = fraction.padEnd(4, '0');
  const percent = `${BigInt(whole + digits.slice(0, 2)).toString()}.${digits.slice(2, 4)}`;
  return (
    <span className="numbers" data-short={whole === '0' || undefined}>
      {formatDecimal(percent, language)}%
    </span>
  );
}
