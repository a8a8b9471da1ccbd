import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { DepositView } from '../../../../server/contract/wallet/wallet-deposits.dto';
import { useAccountEvents } from '../../../platform/use-account-events';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { useWireTime } from '../../account/profile';
import { DepositSheet } from './deposit-sheet';
import { EndlessRows } from '../../../ui/endless-rows';
import styles from './record-row.module.css';
import { type Status, statusOf, TONES } from './states';
import { usePages } from '../../../platform/use-pages';
import { useRefresh } from '../../../platform/use-refresh';
import { WALLET_KEYS } from '../balances';
import { readDeposits } from './records.api';

/** The user's deposits, the newest first; a new status is shown as soon as it is told. */
export function DepositList({ status, onClear }: { status: Status | null; onClear: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<string | null>(null);
  const pages = usePages(WALLET_KEYS.deposits, readDeposits);
  useAccountEvents('deposit', useRefresh(WALLET_KEYS.deposits));
  const rows = pages.rows ?? [];
  const shown = status === null ? rows : rows.filter((row) => statusOf(row.status) === status);
  const empty =
    status === null
      ? {
          text: t('wallet.noDeposits'),
          action: { label: t('pages.deposit'), onClick: () => void navigate('/pages/deposit/index') },
        }
      : { text: t('wallet.noMatch'), action: { label: t('wallet.clearFilters'), onClick: onClear } };
  return (
    <>
      <EndlessRows pages={pages} shown={shown} empty={empty}>
        {(row) => <Deposited row={row} onOpen={() => setOpened(row.id)} />}
      </EndlessRows>
      <DepositSheet deposit={rows.find(({ id }) => id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  );
}

function Deposited({ row, onOpen }: { row: DepositView; onOpen: () => void }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const word = statusOf(row.status);
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <span className={styles.words}>
        <span className={styles.title}>
          {row.name} · {row.is_bank === 1 ? t('wallet.bankTransfer') : row.network}
        </span>
        <span className={styles.small}>{wireTime(row.created_at)}</span>
      </span>
      <span className={styles.figures}>
        <MoneyText brief value={row.daozhang_num === '' ? row.amount : row.daozhang_num} unit={row.name} secret />
        <StatePill tone={TONES[word]} text={t(`wallet.${word}`)} />
      </span>
      {word === 'rejected' && row.remark !== '' && <span className={styles.reason}>{row.remark}</span>}
    </button>
  );
}
