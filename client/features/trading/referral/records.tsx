import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvitedUserView, RebateView } from '../../../../server/contract/trading/referral.dto';
import { usePages } from '../../../platform/use-pages';
import { BriefMoney } from '../../../ui/brief-money';
import { EndlessRows } from '../../../ui/endless-rows';
import { TextField } from '../../../ui/text-field';
import { useWireTime } from '../../account/profile';
import { useDayWords } from '../trust';
import { REFERRAL_KEYS, readPeople, readRebates, useReferralEvents } from './referral.api';
import styles from './referral.module.css';

const PAUSE_MS = 300;
const NAME_MAX = 40;

/** What is typed, after a pause in typing. */
function useTyped(): [typed: string, settled: string, type: (text: string) => void] {
  const [typed, type] = useState('');
  const [settled, settle] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, settled, type];
}

function NameSearch({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextField
      type="search"
      label={t('referral.search')}
      value={value}
      maxLength={NAME_MAX}
      autoComplete="off"
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Whom the user invited, the newest first. */
export function PeopleList() {
  const { t } = useTranslation();
  useReferralEvents();
  const [typed, search, type] = useTyped();
  const pages = usePages([...REFERRAL_KEYS.people, search], readPeople(search));
  return (
    <>
      <div className={styles.search} role="search">
        <NameSearch value={typed} onChange={type} />
      </div>
      <EndlessRows
        pages={pages}
        shown={pages.rows ?? []}
        empty={{ text: t(search === '' ? 'referral.noPeople' : 'referral.noneFound') }}
      >
        {(row) => <PersonRow row={row} />}
      </EndlessRows>
    </>
  );
}

function PersonRow({ row }: { row: InvitedUserView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const state =
    row.self === 1 ? 'self' : row.status === 1 ? 'disabled' : row.verified === 1 ? 'verified' : 'unverified';
  return (
    <div className={styles.row}>
      <span className={styles.rowLine}>
        <span className={styles.name}>{row.account}</span>
        <span className={styles.amounts}>
          {row.returns.map(({ currency_id, currency_name, amount }) => (
            <BriefMoney key={currency_id} value={amount} unit={currency_name} signed secret demo={false} />
          ))}
        </span>
      </span>
      <span className={styles.small}>
        <span>{wireTime(row.time)}</span>
        <span>{t(`referral.${state}`)}</span>
      </span>
    </div>
  );
}

/** What the fees of which day brought, and what brought nothing, the newest first. */
export function RebateList() {
  const { t } = useTranslation();
  useReferralEvents();
  const [typed, search, type] = useTyped();
  const [day, setDay] = useState('');
  const pages = usePages([...REFERRAL_KEYS.rebates, search, day], readRebates({ search, day }));
  const isNarrowed = search !== '' || day !== '';
  return (
    <>
      <div className={styles.search} role="search">
        <NameSearch value={typed} onChange={type} />
        <TextField
          type="date"
          label={`${t('referral.day')} (UTC)`}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </div>
      <EndlessRows
        pages={pages}
        shown={pages.rows ?? []}
        empty={{ text: t(isNarrowed ? 'referral.noneFound' : 'referral.noRebates') }}
      >
        {(row) => <RebateRow row={row} />}
      </EndlessRows>
    </>
  );
}

function RebateRow({ row }: { row: RebateView }) {
  const { t } = useTranslation();
  const dayWords = useDayWords();
  return (
    <div className={styles.row}>
      <span className={styles.rowLine}>
        <span className={styles.name}>{row.from_account_number}</span>
        {row.outcome === 'earned' ? (
          <BriefMoney value={row.value} unit={row.currency_name} signed secret demo={false} />
        ) : (
          <span className={styles.none}>{t('referral.noRebate')}</span>
        )}
      </span>
      <span className={styles.small}>
        <span>{dayWords(row.day)}</span>
        <span>
          {t('referral.fee')}: {t('referral.of', { percent: row.rate })}{' '}
          <BriefMoney value={row.fee} unit={row.currency_name} secret demo={false} />
        </span>
      </span>
      {row.outcome !== 'earned' && <span className={styles.small}>{t(`referral.because.${row.outcome}`)}</span>}
    </div>
  );
}
