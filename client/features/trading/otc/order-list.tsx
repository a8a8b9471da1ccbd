import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { OtcOrderFilter, OtcOrderView } from '../../../../server/contract/trading/otc-orders.dto';
import { usePages } from '../../../platform/use-pages';
import { CoinIcon } from '../../../ui/coin-icon';
import { EndlessRows } from '../../../ui/endless-rows';
import { FilterChips } from '../../../ui/filter-chips';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { TextField } from '../../../ui/text-field';
import { useWireTime } from '../../account/profile';
import { KEYS, readOrders, useOtcEvents } from './otc.api';
import styles from './otc.module.css';
import { toneOf } from './use-otc-words';

const FILTERS = ['open', 'all', '3', '4', '5'] as const;
const WORDS = { open: 'open', all: 'all', '3': 'released', '4': 'appeal', '5': 'cancelled' } as const;

/** The user's orders, the newest first. */
export function OrderList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useOtcEvents();
  const [filter, setFilter] = useState<OtcOrderFilter>('open');
  const [number, setNumber] = useState('');
  const pages = usePages([...KEYS.orders, filter, number], readOrders(filter, number));
  const action = { label: t('otc.toMarket'), onClick: () => void navigate('/pages/otc/index') };
  return (
    <>
      <div className={styles.bar}>
        <FilterChips
          label={t('otc.status')}
          name="otc-status"
          choices={FILTERS.map((key) => ({ key, label: t(`otc.filters.${WORDS[key]}`) }))}
          chosen={filter as (typeof FILTERS)[number]}
          onChoose={setFilter}
        />
        <TextField
          label={t('otc.orderNumber')}
          type="search"
          inputMode="numeric"
          maxLength={20}
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value.replaceAll(/\D/g, ''))}
        />
      </div>
      <div className={styles.gap}>
        <EndlessRows pages={pages} shown={pages.rows ?? []} empty={{ text: t('otc.noOrders'), action }}>
          {(order) => <OrderRow order={order} />}
        </EndlessRows>
      </div>
    </>
  );
}

function OrderRow({ order }: { order: OtcOrderView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { currency_name: coin } = order;
  return (
    <Link to={`/pages/otc/order?id=${order.id}`} className={styles.card}>
      <span className={styles.head}>
        <CoinIcon code={coin} size={24} />
        <span className={styles.name}>{t(order.type === 'buy' ? 'otc.buyCoin' : 'otc.sellCoin', { coin })}</span>
        <StatePill tone={toneOf(order)} text={t(`otc.states.${order.state}`)} />
        <IconChevronRight size={18} aria-hidden />
      </span>
      <span className={styles.price}>
        <MoneyText value={order.deal_money} unit={order.coin_code} demo={false} />
      </span>
      <span className={styles.pairs}>
        <MoneyText value={order.number} unit={coin} demo={false} />
        <span>{order.merchant_name}</span>
        <span>{wireTime(order.create_time)}</span>
      </span>
    </Link>
  );
}
