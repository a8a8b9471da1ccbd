import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import type { OptionResult } from '../../../../server/contract/rules/option-settlement.rules';
import { useAccountType } from '../../../platform/account-type';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { type ChangeAddress, useAddressChoice } from '../../../platform/use-address-choice';
import { useFromNow } from '../../../platform/use-now';
import { usePages } from '../../../platform/use-pages';
import { EndlessRows } from '../../../ui/endless-rows';
import { FilterChips } from '../../../ui/filter-chips';
import { HistoryFilters } from '../../../ui/history-filters';
import { MoneyText } from '../../../ui/money-text';
import { PullToRefresh } from '../../../ui/pull-to-refresh';
import { StatePill } from '../../../ui/state-pill';
import { Tabs } from '../../../ui/tabs';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { useMarkets } from '../../markets/market-list';
import { DirectionMark } from './direction-mark';
import { useMoment } from '../../../ui/use-moment';
import styles from './option-history.module.css';
import { netOfOrder } from './net';
import { leftText, useTermWords } from './option-time';
import { OPTION_KEYS, readOrders } from './options.api';
import { ResultSheet } from './result-sheet';
import { useOpenOrders } from './use-open-orders';

const TABS = ['pending', 'delivered'] as const;
const RESULTS = ['all', 'win', 'loss', 'tie', 'void'] as const;
const PANEL = 'option-orders';

/** The user's orders: those that wait for their delivery, and those that are over. */
export function OptionHistory() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [search, change] = useAddressChoice();
  const open = useOpenOrders();
  const tab = search.get('tab') === 'delivered' ? 'delivered' : 'pending';
  const market = search.get('market') ?? 'all';
  const result = RESULTS.find((each) => each === search.get('result')) ?? 'all';
  return (
    <PullToRefresh onRefresh={() => queries.invalidateQueries({ queryKey: OPTION_KEYS.orders })}>
      <Tabs
        label={t('option.history')}
        tabs={TABS.map((key) => ({ key, label: t(`option.${key}`) }))}
        chosen={tab}
        onChoose={(next) => change({ tab: next })}
        controls={PANEL}
      />
      <Filters tab={tab} market={market} result={result} onChange={change} />
      <div id={PANEL} role="tabpanel" aria-label={t(`option.${tab}`)}>
        <Orders
          key={`${tab} ${market}`}
          tab={tab}
          market={market}
          result={tab === 'pending' ? 'all' : result}
          onClear={() => change({ market: null, result: null })}
        />
      </div>
      <ResultSheet ended={open.ended} opened onClose={open.putAway} />
    </PullToRefresh>
  );
}

type ResultFilter = (typeof RESULTS)[number];

interface FiltersProps {
  tab: (typeof TABS)[number];
  market: string;
  result: ResultFilter;
  onChange: ChangeAddress;
}

function Filters({ tab, market, result, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const { markets } = useMarkets();
  const offered = markets.filter(({ option }) => option).map(({ symbol }) => ({ value: symbol, label: symbol }));
  return (
    <HistoryFilters
      label={t('option.market')}
      choices={[{ value: 'all', label: t('option.allMarkets') }, ...offered]}
      chosen={market}
      onChoose={(next) => onChange({ market: next })}
    >
      {tab === 'delivered' && (
        <FilterChips
          label={t('option.result')}
          name="option-result"
          choices={RESULTS.map((key) => ({ key, label: t(`option.${key}`) }))}
          chosen={result}
          onChoose={(next) => onChange({ result: next })}
        />
      )}
    </HistoryFilters>
  );
}

interface OrdersProps {
  tab: (typeof TABS)[number];
  /** A symbol, or `all`. */
  market: string;
  result: ResultFilter;
  onClear: () => void;
}

function Orders({ tab, market, result, onClear }: OrdersProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccountType();
  const { markets } = useMarkets();
  const marketId = markets.find(({ symbol }) => symbol === market)?.id ?? null;
  const pages = usePages([...OPTION_KEYS.orders, account, tab, marketId], (page, signal) =>
    readOrders({ account, state: tab, marketId }, page, signal),
  );
  const rows = pages.rows ?? [];
  const shown = result === 'all' ? rows : rows.filter((row) => row.result === result);
  const empty =
    market !== 'all' || result !== 'all'
      ? { text: t('option.noMatch'), action: { label: t('option.clearFilters'), onClick: onClear } }
      : {
          text: t(tab === 'pending' ? 'option.noPending' : 'option.noDelivered'),
          action: { label: t('option.trade'), onClick: () => void navigate('/pages/option/index') },
        };
  return (
    <EndlessRows pages={pages} shown={shown} empty={empty}>
      {(row) => <OrderRow order={row} />}
    </EndlessRows>
  );
}

/** A loss is no fault: it is not shown in the colour of what is refused. */
const TONES: Record<OptionResult, 'good' | 'off'> = {
  win: 'good',
  loss: 'off',
  tie: 'off',
  void: 'off',
};

function OrderRow({ order }: { order: OptionOrderView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const term = useTermWords();
  const isDemo = order.account_type === 'simulation_account';
  const price = (value: string) => formatDecimal(value, language, order.price_decimals);
  const prices =
    order.end_price === '' ? price(order.open_price) : `${price(order.open_price)} → ${price(order.end_price)}`;
  return (
    <Link to={`/pages/option/history?id=${order.id}`} className={styles.row} data-part="option-order">
      <span className={styles.rowTitle}>
        <DirectionMark direction={order.direction} />
        <b>{order.symbol_name}</b>
        <span className={sheetStyles.soft}>{term(order.seconds)}</span>
      </span>
      <span className={styles.rowEnd}>
        {order.result === null ? (
          <MoneyText value={order.number} unit={order.currency_name} demo={isDemo} />
        ) : (
          <MoneyText brief value={netOfOrder(order)} unit={order.currency_name} signed demo={isDemo} />
        )}
      </span>
      <span className={sheetStyles.soft}>
        <span className="numbers">{prices}</span>
        <br />
        {moment(order.opened_at_ms)}
      </span>
      <span className={styles.rowEnd}>
        {order.result === null ? (
          <Left order={order} />
        ) : (
          <StatePill tone={TONES[order.result]} text={t(`option.${order.result}`)} />
        )}
      </span>
    </Link>
  );
}

function Left({ order }: { order: OptionOrderView }) {
  const { t } = useTranslation();
  const left = useFromNow((now) => Math.max(0, Math.ceil((order.closes_at_ms - now) / 1000)));
  const words = left === 0 ? t('option.settling') : t('option.left', { time: leftText(left * 1000) });
  return <span className={`numbers ${sheetStyles.soft}`}>{words}</span>;
}
