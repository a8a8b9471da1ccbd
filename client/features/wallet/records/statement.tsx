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
import { accountOfLine } from './transfers';
import { usePages } from '../../../platform/use-pages';
import { useRefresh } from '../../../platform/use-refresh';
import { WALLET_KEYS, walletsOf } from '../balances';
import { inLanguage, readStatement, type StatementFilter } from './records.api';

interface Props {
  filter: StatementFilter;
  onFilter: (filter: StatementFilter) => void;
}

/** Every line of the user's books, in words: what happened, how much, and what was there before and after. */
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
        shown={pages.rows ?? []}
        empty={isFiltered ? { text: t('wallet.noMatch'), action: clear } : { text: t('wallet.noLines') }}
      >
        {(line) => <Line line={line} />}
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

function Line({ line }: { line: StatementLineView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { account, frozen } = accountOfLine(line);
  const name = account === null ? line.wallet_type : t(`wallet.${account}`);
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span className={styles.title}>{line.info}</span>
        <span className={styles.small}>{frozen ? t('wallet.frozenIn', { account: name }) : name}</span>
        <span className={styles.small}>{wireTime(line.created_at)}</span>
      </span>
      <span className={styles.figures}>
        <MoneyText value={line.value} unit={line.currency_name} signed secret />
        <span className={styles.small}>
          <span className={own.word}>{t('wallet.before')}</span> <MoneyText value={line.before} secret />
        </span>
        <span className={styles.small}>
          <span className={own.word}>{t('wallet.after')}</span> <MoneyText value={line.after} secret />
        </span>
      </span>
    </div>
  );
}
