import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type StatementLineView, WALLET_ACCOUNTS } from '../../../../server/contract/wallet/wallet.dto';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { useAccountEvents } from '../../../platform/use-account-events';
import { FilterChips } from '../../../ui/filter-chips';
import { HistoryFilters } from '../../../ui/history-filters';
import { MoneyText } from '../../../ui/money-text';
import { useWireTime } from '../../account/profile';
import { EndlessRows } from '../../../ui/endless-rows';
import { holdingsOf } from '../balances';
import styles from './record-row.module.css';
import own from './statement.module.css';
import { eventsOf, type StatementEvent, type Sum } from './statement-events';
import { accountOfLine } from './transfers';
import { usePages } from '../../../platform/use-pages';
import { useRefresh } from '../../../platform/use-refresh';
import { WALLET_KEYS, walletsOf } from '../balances';
import { inLanguage, readStatement, type StatementFilter } from './records.api';

interface Props {
  filter: StatementFilter;
  onFilter: (filter: StatementFilter) => void;
}

/** The user's books, in words: what happened and how much, and behind it each account before and after. */
export function Statement({ filter, onFilter }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const type = useAccountType();
  const { account, currencyId } = filter;
  const key = [...inLanguage(WALLET_KEYS.statement, language), account, currencyId, type];
  const pages = usePages(key, (page, signal) => readStatement({ ...filter, type }, page, signal));
  useAccountEvents('balance', useRefresh(WALLET_KEYS.statement));
  const isFiltered = account !== null || currencyId !== null;
  const clear = { label: t('wallet.clearFilters'), onClick: () => onFilter({ account: null, currencyId: null }) };
  return (
    <>
      <Filters filter={filter} onFilter={onFilter} />
      <EndlessRows
        pages={pages}
        shown={eventsOf(pages.rows ?? [], pages.hasMore)}
        empty={isFiltered ? { text: t('wallet.noMatch'), action: clear } : { text: t('wallet.noLines') }}
      >
        {(event) => <Event event={event} />}
      </EndlessRows>
    </>
  );
}

function Filters({ filter, onFilter }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(walletsOf(useAccountType()));
  const coins = data ? holdingsOf(data) : [];
  const choices = (['all', ...WALLET_ACCOUNTS] as const).map((key) => ({ key, label: t(`wallet.${key}`) }));
  return (
    <HistoryFilters
      label={t('wallet.coin')}
      chosen={String(filter.currencyId ?? '')}
      onChoose={(value) => onFilter({ ...filter, currencyId: value === '' ? null : Number(value) })}
      choices={[
        { value: '', label: t('wallet.allCoins') },
        ...coins.map((coin) => ({ value: String(coin.currencyId), label: coin.code })),
      ]}
    >
      <FilterChips
        label={t('wallet.account')}
        name="statement-account"
        choices={choices}
        chosen={filter.account ?? 'all'}
        onChoose={(key) => onFilter({ ...filter, account: key === 'all' ? null : key })}
      />
    </HistoryFilters>
  );
}

/** One event: what it came to; opened, each account that it touched with what was there before and after. */
function Event({ event }: { event: StatementEvent }) {
  const wireTime = useWireTime();
  const names = useAccountName();
  const { info, createdAt, lines, sums, isNeutral } = event;
  const accounts = [...new Set([...lines].sort(outFirst).map(names))];
  return (
    <details className={own.event}>
      <summary className={styles.row}>
        <span className={styles.words}>
          <span className={styles.title}>{info}</span>
          <span className={styles.small}>{accounts.join(' → ')}</span>
          <span className={styles.small}>{wireTime(createdAt)}</span>
        </span>
        <span className={styles.figures}>
          {sums.map((sum) => (
            <EventSum key={sum.code} sum={sum} isNeutral={isNeutral} />
          ))}
          <IconChevronDown size={16} className={own.arrow ?? ''} aria-hidden />
        </span>
      </summary>
      <div className={own.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} name={names(line)} isNeutral={isNeutral} />
        ))}
      </div>
    </details>
  );
}

/** What was moved where nothing was won or lost, in no colour of either. */
function EventSum({ sum: { code, net, moved }, isNeutral }: { sum: Sum; isNeutral: boolean }) {
  if (!isNeutral) return <MoneyText value={net} unit={code} signed secret brief />;
  return <MoneyText value={/[1-9]/.test(net) ? net : moved} unit={code} secret brief />;
}

function Line({ line, name, isNeutral }: { line: StatementLineView; name: string; isNeutral: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={own.line}>
      <span className={own.place}>{name}</span>
      <span className={own.amounts}>
        <MoneyText value={line.value} unit={line.currency_name} signed={!isNeutral} secret />
        <span className={styles.small}>
          {t('wallet.before')} <MoneyText value={line.before} secret demo={false} />
        </span>
        <span className={styles.small}>
          {t('wallet.after')} <MoneyText value={line.after} secret demo={false} />
        </span>
      </span>
    </div>
  );
}

/** Where money came from stands before where it went. */
function outFirst(one: StatementLineView, other: StatementLineView): number {
  return Number(other.value.startsWith('-')) - Number(one.value.startsWith('-'));
}

function useAccountName(): (line: StatementLineView) => string {
  const { t } = useTranslation();
  return (line) => {
    const { account, frozen } = accountOfLine(line);
    const name = account === null ? line.wallet_type : t(`wallet.${account}`);
    return frozen ? t('wallet.frozenIn', { account: name }) : name;
  };
}
