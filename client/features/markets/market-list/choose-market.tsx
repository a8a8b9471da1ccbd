import { useMarketName } from './market-name';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../../platform/preferences';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { RowSkeletons } from '../../../ui/skeletons';
import { Sheet } from '../../../ui/sheet';
import { Tabs } from '../../../ui/tabs';
import styles from './choose-market.module.css';
import { failureWords } from './failure-words';
import { useTickerView } from './live-tickers';
import { LIST_TABS, type ListTab, marketsOf } from './market';
import { MarketRow } from './market-row';
import type { MarketsResult } from './markets.api';
import { type TradePage, tradePath } from './trade-path';
import { useRowsOnScreen } from './use-rows-on-screen';
import { useSearch } from './use-search';

const PANEL = 'choose-market';

interface Props {
  opened: boolean;
  onClose: () => void;
  result: MarketsResult;
  page?: TradePage;
}

/** A sheet to find a market in: by typing, across all categories, or by category. */
export function ChooseMarket({ opened, onClose, result, page = 'trade' }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('markets.choose')} opened={opened} onClose={onClose} tall>
      <Finder result={result} page={page} onClose={onClose} />
    </Sheet>
  );
}

function Finder({ result, page, onClose }: { result: MarketsResult; page: TradePage; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [tab, setTab] = useState<ListTab | 'all'>('all');
  const keys: (ListTab | 'all')[] = ['all', ...LIST_TABS];
  return (
    <>
      <div className={styles.head}>
        <TextInput
          className={styles.search ?? ''}
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder={t('markets.searchHint')}
          aria-label={t('common.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={text !== '' && <CloseButton aria-label={t('common.clear')} onClick={() => setText('')} />}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
        />
        <Tabs
          label={t('home.markets')}
          tabs={keys.map((key) => ({ key, label: t(`markets.${key}`) }))}
          chosen={tab}
          onChoose={setTab}
          controls={PANEL}
        />
      </div>
      {/*
       * The row's link changes the page; the sheet closes with it, and not before it: where nothing is animated the link would be gone
       * before it has heard of the press.
       */}
      <div id={PANEL} role="tabpanel" aria-label={t(`markets.${tab}`)} onClick={closeOnLink(onClose)}>
        <Found result={result} page={page} text={text} tab={tab} />
      </div>
    </>
  );
}

function closeOnLink(onClose: () => void) {
  return (event: { target: EventTarget }) => {
    if (event.target instanceof Element && event.target.closest('a')) onClose();
  };
}

interface FoundProps {
  result: MarketsResult;
  page: TradePage;
  text: string;
  tab: ListTab | 'all';
}

function Found({ result, page, text, tab }: FoundProps) {
  const { t } = useTranslation();
  const nameOf = useMarketName();
  const search = useSearch();
  const { favourites } = usePreferences();
  const { onScreen, rowRef } = useRowsOnScreen();
  useTickerView(onScreen);
  if (result.loading) return <RowSkeletons rows={8} />;
  if (result.failure) return <ErrorState text={failureWords(result.failure, t)} onRetry={() => void result.reload()} />;
  const offered = page === 'contract' ? result.markets.filter(({ perpetual }) => perpetual) : result.markets;
  const inTab = tab === 'all' ? offered : marketsOf(tab, offered, favourites);
  const found = search(inTab, text, nameOf);
  if (found.length === 0) {
    const none = tab === 'favourites' ? t('markets.noFavourites') : t('markets.none');
    return <EmptyState text={text === '' ? none : t('markets.noMatch', { text })} />;
  }
  return (
    <ul>
      {found.map((market) => (
        <MarketRow
          key={market.symbol}
          market={market}
          favourite={favourites.includes(market.symbol)}
          to={tradePath(market.symbol, page)}
          rowRef={rowRef}
        />
      ))}
    </ul>
  );
}
