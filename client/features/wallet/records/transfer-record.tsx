import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { useAccountEvents } from '../../../platform/use-account-events';
import { BriefMoney } from '../../../ui/brief-money';
import { useWireTime } from '../../account/profile';
import { EndlessRows } from '../../../ui/endless-rows';
import styles from './record-row.module.css';
import { type TransferRow, transfersOf } from './transfers';
import { usePages } from '../../../platform/use-pages';
import { useRefresh } from '../../../platform/use-refresh';
import { WALLET_KEYS } from '../balances';
import { readTransferLines } from './records.api';

/** Every transfer between the user's accounts, the newest first. */
export function TransferRecord() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pages = usePages(WALLET_KEYS.transfers, readTransferLines);
  useAccountEvents('transfer', useRefresh(WALLET_KEYS.transfers));
  const action = { label: t('wallet.transfer'), onClick: () => void navigate('/pages/transfer/index') };
  return (
    <EndlessRows pages={pages} shown={transfersOf(pages.rows ?? [])} empty={{ text: t('wallet.noTransfers'), action }}>
      {(row) => <Transferred row={row} />}
    </EndlessRows>
  );
}

function Transferred({ row: { from, to, amount, code, createdAt } }: { row: TransferRow }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const name = (account: WalletAccount | null) => (account === null ? '…' : t(`wallet.${account}`));
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span className={`${styles.title} ${styles.route}`}>
          {name(from)}
          <IconArrowRight size={16} aria-label="→" />
          {name(to)}
        </span>
        <span className={styles.small}>{wireTime(createdAt)}</span>
      </span>
      <span className={styles.figures}>
        <BriefMoney value={amount} unit={code} secret />
      </span>
    </div>
  );
}
