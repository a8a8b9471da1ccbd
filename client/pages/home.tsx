import { ActionIcon } from '@mantine/core';
import { IconBell, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ChooseMarket, MarketList, RecommendedMarkets, useMarkets, useStatusLines } from '../features/markets';
import { useLoggedIn } from '../platform/session';
import { Column } from '../ui/column';
import { NoteCard } from '../ui/note-card';
import { PageHeader } from '../ui/page-header';
import { PullToRefresh } from '../ui/pull-to-refresh';
import { StatusPill } from '../ui/status-pill';

export default function HomePage() {
  const { t } = useTranslation();
  const [searching, setSearching] = useState(false);
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
      </ActionIcon>
    </>
  );
  return (
    <>
      <PageHeader title={t('product')} actions={actions} />
      <Column>
        <PullToRefresh onRefresh={result.reload}>
          <StatusPill lines={lines} />
          {!loggedIn && <NoteCard title={t('home.welcome')} text={t('home.welcomeText')} />}
          <RecommendedMarkets markets={result.markets} loading={result.loading} />
          <MarketList result={result} />
        </PullToRefresh>
      </Column>
      <ChooseMarket opened={searching} onClose={() => setSearching(false)} result={result} />
    </>
  );
}
