import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isHeld } from '../../server/contract/rules/position-figures.rules';
import {
  liveFigures,
  oldestMark,
  totalsOf,
  useAccountNow,
  useFuturesAccount,
  useMarks,
  useMarkTooOld,
} from '../features/trading/futures-account';
import { useOpenOrders } from '../features/trading/option-orders';
import { PortfolioLine, QuickActions } from '../features/wallet/balances';
import { MoneyText } from '../ui/money-text';
import styles from './home-own.module.css';

/** What of the home page is the user's own: how much it is, the ways in and out, and what is open. */
export default function HomeOwn() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('wallet.total')}>
      <PortfolioLine />
      <QuickActions />
      <ul className={styles.open}>
        <OpenPositions />
        <OpenOptions />
      </ul>
    </section>
  );
}

const NO_PRODUCTS: never[] = [];

function OpenPositions() {
  const { t } = useTranslation();
  const { account } = useFuturesAccount();
  const held = account?.positions.filter(isHeld) ?? [];
  const marks = useMarks(held.map(({ market }) => market));
  const now = useAccountNow(account, NO_PRODUCTS, marks);
  const figures = useMemo(() => (account && now ? liveFigures(account.positions, now) : new Map()), [account, now]);
  const areMarksOld = useMarkTooOld(oldestMark(figures.values())) !== null;
  const [first] = held;
  const profit = account && first && !areMarksOld ? totalsOf(account, figures, first.currencyId).profit : null;
  return (
    <li>
      <Link to={first ? `/pages/contract/index?symbol=${encodeURIComponent(first.market)}` : '/pages/contract/index'}>
        <span>{t('home.openPositions')}</span>
        <b className="numbers">{account ? held.length || t('home.noneOpen') : '—'}</b>
        {profit !== null && <MoneyText value={profit} decimals={2} unit="USDT" signed secret />}
      </Link>
    </li>
  );
}

function OpenOptions() {
  const { t } = useTranslation();
  const { orders } = useOpenOrders();
  return (
    <li>
      <Link to={orders?.length ? '/pages/option/history' : '/pages/option/index'}>
        <span>{t('home.openOptions')}</span>
        <b className="numbers">{orders ? orders.length || t('home.noneOpen') : '—'}</b>
      </Link>
    </li>
  );
}
