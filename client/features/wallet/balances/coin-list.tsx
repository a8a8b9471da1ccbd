import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WALLET_ACCOUNTS, type WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { EmptyState } from '../../../ui/empty-state';
import { ListSkeleton } from '../../../ui/list-skeleton';
import { TickBox } from '../../../ui/tick-box';
import styles from './coin-list.module.css';
import { amountIn, byWorth, type Holding, isZero, type Quotes } from './holdings';
import { setHideZero, useHideZero } from './hide-zero';

interface Props {
  /** Null while nothing has arrived. */
  holdings: readonly Holding[] | null;
  quotes: Quotes;
  /** Of which accounts the amounts are; all of them when absent. */
  accounts?: readonly WalletAccount[];
  /** Says what would be here, and what brings it. */
  empty: { text: string; action: { label: string; onClick: () => void } };
  children: (holding: Holding) => ReactNode;
}

/** Coins, the most valuable first, with a search and a switch that leaves out what is not held. */
export function CoinList(props: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const hideZero = useHideZero();
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
        <TickBox label={t('wallet.hideZero')} checked={hideZero} onChange={setHideZero} />
      </div>
      <Rows {...props} search={search.trim()} hideZero={hideZero} />
    </>
  );
}

interface RowsProps extends Props {
  search: string;
  hideZero: boolean;
}

function Rows({ holdings, quotes, accounts = WALLET_ACCOUNTS, empty, children, search, hideZero }: RowsProps) {
  const { t } = useTranslation();
  if (!holdings) return <ListSkeleton rows={6} icon />;
  const isHeld = (holding: Holding) => !isZero(amountIn(holding, accounts));
  // A list of nothing but zeros says less than a line of words; whoever looks for a coin still finds it.
  const onlyHeld = search === '' && (hideZero || !holdings.some(isHeld));
  const rows = byWorth(holdings, quotes, accounts).filter(
    (holding) => holding.code.includes(search.toUpperCase()) && !((hideZero || onlyHeld) && !isHeld(holding)),
  );
  if (rows.length === 0) {
    return search === '' ? <EmptyState {...empty} /> : <EmptyState text={t('markets.noMatch', { text: search })} />;
  }
  return (
    <ul>
      {rows.map((holding) => (
        <li key={holding.currencyId} className={styles.item}>
          {children(holding)}
        </li>
      ))}
    </ul>
  );
}
