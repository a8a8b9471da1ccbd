import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { WithdrawalView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { useAccountEvents } from '../../../platform/use-account-events';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { useWireTime } from '../../account/profile';
import { EndlessRows } from '../../../ui/endless-rows';
import styles from './record-row.module.css';
import { type Status, stateOf, statusOf, TONES } from './states';
import { usePages } from '../../../platform/use-pages';
import { useRefresh } from '../../../platform/use-refresh';
import { WALLET_KEYS } from '../balances';
import { readWithdrawals } from './records.api';

/** The user's withdrawals, the newest first; a new status is shown as soon as it is told. */
export function WithdrawalList({ status, onClear }: { status: Status | null; onClear: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pages = usePages(WALLET_KEYS.withdrawals, readWithdrawals);
  useAccountEvents('withdrawal', useRefresh(WALLET_KEYS.withdrawals));
  const rows = pages.rows ?? [];
  const shown = status === null ? rows : rows.filter((row) => statusOf(row.status) === status);
  const empty =
    status === null
      ? {
          text: t('wallet.noWithdrawals'),
          action: { label: t('pages.withdraw'), onClick: () => void navigate('/pages/withdraw/index') },
        }
      : { text: t('wallet.noMatch'), action: { label: t('wallet.clearFilters'), onClick: onClear } };
  return (
    <EndlessRows pages={pages} shown={shown} empty={empty}>
      {(row) => <Withdrawn row={row} />}
    </EndlessRows>
  );
}

function Withdrawn({ row }: { row: WithdrawalView }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const state = stateOf(row.state);
  return (
    <Link to={`/pages/assets/withdraw/detail?id=${row.id}`} className={styles.row}>
      <span className={styles.words}>
        <span className={styles.title}>
          {row.name} · {row.nettype === 'BANK' ? t('wallet.card') : row.nettype}
        </span>
        <span className={styles.small}>{wireTime(row.create_time)}</span>
      </span>
      <span className={styles.figures}>
        <MoneyText brief value={row.number} unit={row.name} secret />
        <StatePill tone={TONES[state]} text={t(`wallet.${state}`)} />
      </span>
      {state === 'rejected' && row.notes !== '' && <span className={styles.reason}>{row.notes}</span>}
    </Link>
  );
}
