import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WALLET_ACCOUNTS, type WalletAccount } from '../../../server/contract/wallet.dto';
import { EmptyState } from '../../ui/empty-state';
import { ListSkeleton } from '../../ui/list-skeleton';
import styles from './coin-list.module.css';
import { amountIn, byWorth, type Holding, isZero, type Quotes } from './holdings';
import { setHideZero, useHideZero } from './hide-zero';

interface Props {
  /** Null while nothing has arrived. */
  holdings: readonly Holding[] | null;
  quotes: Quotes;
  /** Of which accounts the amounts are; all of them when absent. */
  accounts?: readonly WalletAccount[];
  /** Says what would be here. */
  empty: string;
  children: (holding: Holding) => ReactNode;
}

/** Coins, the most valuable first, with a search and a switch that leaves out what is not held. */
export function CoinList({ holdings, quotes, accounts = WALLET_ACCOUNTS, empty, children }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const hideZero = useHideZero();
  if (!holdings) return <ListSkeleton rows={6} icon />;
  const wanted = search.trim().toUpperCase();
  const rows = byWorth(holdings, quotes, accounts).filter(
    (holding) => holding.code.includes(wanted) && !(hideZero && isZero(amountIn(holding, accounts))),
  );
  return (
    <>
      <div className={styles.filters}>
        <TextInput
          type="search"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          placeholder={t('wallet.searchCoin')}
          aria-label={t('wallet.searchCoin')}
          leftSection={<IconSearch size={16} aria-hidden />}
          size="sm"
          className={styles.search ?? ''}
          classNames={{ input: styles.input ?? '' }}
          autoComplete="off"
          spellCheck={false}
        />
        <Checkbox
          checked={hideZero}
          onChange={({ currentTarget }) => setHideZero(currentTarget.checked)}
          label={t('wallet.hideZero')}
          size="sm"
          className={styles.zero ?? ''}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState text={wanted === '' ? empty : t('markets.noMatch', { text: search.trim() })} />
      ) : (
        <ul>
          {rows.map((holding) => (
            <li key={holding.currencyId} className={styles.item}>
              {children(holding)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
