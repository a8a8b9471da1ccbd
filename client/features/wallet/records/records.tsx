import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../ui/filter-chips';
import { Tabs } from '../../../ui/tabs';
import { DepositList } from './deposit-list';
import styles from './statement.module.css';
import { STATUSES, type Status } from './states';
import { WithdrawalList } from './withdrawal-list';

export type RecordKind = 'deposits' | 'withdrawals';

interface Props {
  kind: RecordKind;
  status: Status | null;
  onChange: (kind: RecordKind, status: Status | null) => void;
}

const PANEL = 'wallet-records';

/** What came in and what went out, by status. */
export function Records({ kind, status, onChange }: Props) {
  const { t } = useTranslation();
  const tabs = (['deposits', 'withdrawals'] as const).map((key) => ({ key, label: t(`wallet.${key}`) }));
  const List = kind === 'deposits' ? DepositList : WithdrawalList;
  return (
    <>
      <div className={styles.filters}>
        <Tabs
          label={t('pages.record')}
          tabs={tabs}
          chosen={kind}
          onChoose={(next) => onChange(next, status)}
          controls={PANEL}
        />
        <StatusFilter status={status} onStatus={(next) => onChange(kind, next)} />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t(`wallet.${kind}`)}>
        <List status={status} onClear={() => onChange(kind, null)} />
      </div>
    </>
  );
}

export function StatusFilter({
  status,
  onStatus,
}: {
  status: Status | null;
  onStatus: (status: Status | null) => void;
}) {
  const { t } = useTranslation();
  const keys = ['all', ...(Object.keys(STATUSES) as Status[])] as const;
  return (
    <FilterChips
      label={t('wallet.status')}
      name="record-status"
      choices={keys.map((key) => ({ key, label: t(`wallet.${key}`) }))}
      chosen={status ?? 'all'}
      onChoose={(key) => onStatus(key === 'all' ? null : key)}
    />
  );
}
