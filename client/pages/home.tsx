import { ActionIcon, Button } from '@mantine/core';
import { IconBell, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  ChooseMarket,
  MarketList,
  RecommendedMarkets,
  useMarkets,
  useStatusLines,
} from '../features/markets/market-list';
import { AnnouncementBar, UnreadMark } from '../features/account/news';
import { loginPath } from '../platform/login-path';
import { useLoggedIn } from '../platform/session';
import { Column } from '../ui/column';
import { late } from '../ui/late';
import { NoteCard } from '../ui/note-card';
import { PageHeader } from '../ui/page-header';
import { PullToRefresh } from '../ui/pull-to-refresh';
import { StatusPill } from '../ui/status-pill';
import { HomeOwnBones } from './home-own-bones';
import styles from './home.module.css';

/** Of those who are logged in alone, and of no first visit. */
const HomeOwn = late(async () => (await import('./home-own')).default, <HomeOwnBones />);
/** For the list of futures. */
const FUTURES = {
  Note: late(async () => (await import('./futures-note')).FuturesNote),
  Quote: late(async () => (await import('./futures-note')).FuturesQuote),
  Follow: late(async () => (await import('./futures-note')).FuturesFollow),
};
/** Fetched when it is first opened. */
const SideMenu = late(async () => (await import('./account/side-menu')).default);

export default function HomePage() {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const result = useMarkets();
  const loggedIn = useLoggedIn();
  const lines = useStatusLines(result.markets.map((market) => market.ticker));
  const actions = (
    <>
      <ActionIcon aria-label={t('common.search')} onClick={() => setSearching(true)}>
        <IconSearch size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon component={Link} to="/pages/notice/index" aria-label={t('home.notices')}>
        <IconBell size={22} stroke={1.6} aria-hidden />
        <UnreadMark />
      </ActionIcon>
    </>
  );
  const leading = (
    <ActionIcon
      aria-label={t('profile.menu')}
      aria-haspopup="dialog"
      onClick={() => setMenu('open')}
      className={styles.menu ?? ''}
    >
      <IconMenu2 size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <PageHeader wide title={t('product')} leading={leading} actions={actions} />
      <Column wide>
        <PullToRefresh onRefresh={result.reload}>
          <StatusPill lines={lines} />
          <AnnouncementBar />
          <div className={styles.columns}>
            <div className={styles.own}>
              {loggedIn ? (
                <div className={styles.mine}>
                  <HomeOwn />
                </div>
              ) : (
                <>
                  <NoteCard title={t('home.welcome')} text={t('home.welcomeText')} actions={<Invitation />} />
                  <RecommendedMarkets markets={result.markets} loading={result.loading} />
                </>
              )}
            </div>
            <MarketList result={result} futures={FUTURES} />
          </div>
        </PullToRefresh>
      </Column>
      {menu !== 'never' && <SideMenu opened={menu === 'open'} onClose={() => setMenu('closed')} />}
      <ChooseMarket opened={searching} onClose={() => setSearching(false)} result={result} />
    </>
  );
}

function Invitation() {
  const { t } = useTranslation();
  return (
    <>
      <Button component={Link} to={loginPath('/pages/index/index')} size="sm" mih={44}>
        {t('login.submit')}
      </Button>
      <Button component={Link} to="/pages/user/login/register" size="sm" mih={44} variant="light">
        {t('login.register')}
      </Button>
    </>
  );
}
