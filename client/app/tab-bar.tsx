import {
  IconChartCandle,
  IconChartLine,
  IconHome,
  IconPigMoney,
  IconUser,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { usePreferences } from '../platform/preferences';
import type { Words } from '../languages/common/en';
import styles from './tab-bar.module.css';

interface Tab {
  path: string;
  word: keyof Words['tabs'];
  icon: TablerIcon;
}

const SIX: Tab[] = [
  { path: '/pages/index/index', word: 'home', icon: IconHome },
  { path: '/pages/trade/index', word: 'spot', icon: IconChartCandle },
  { path: '/pages/option/index', word: 'trading', icon: IconChartLine },
  { path: '/pages/trust/index', word: 'trust', icon: IconPigMoney },
  { path: '/pages/account/index', word: 'assets', icon: IconWallet },
  { path: '/pages/my/index', word: 'my', icon: IconUser },
];

const THREE: Tab[] = [
  { path: '/pages/index/index', word: 'home', icon: IconHome },
  { path: '/pages/trade/index', word: 'spot', icon: IconChartCandle },
  { path: '/pages/account/index', word: 'assets', icon: IconWallet },
];

/** The futures page has no tab of its own, but it is a place to trade like those that have. */
const TAB_PATHS = [...SIX.map((tab) => tab.path), '/pages/contract/index'];

/** Whether the tabs stand below the page, too; at the side of a wide screen they stand beside every page. */
export function hasTabBar(path: string): boolean {
  return TAB_PATHS.includes(path);
}

export function TabBar() {
  const { t } = useTranslation();
  const { tabs } = usePreferences();
  return (
    <nav className={styles.bar} aria-label={t('product')}>
      <ul className={styles.tabs}>
        {(tabs === 'three' ? THREE : SIX).map(({ path, word, icon: Icon }) => (
          <li key={path} className={styles.item}>
            <NavLink to={path} className={styles.tab ?? ''}>
              <Icon size={22} stroke={1.6} aria-hidden />
              <span className={styles.label}>{t(`tabs.${word}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
