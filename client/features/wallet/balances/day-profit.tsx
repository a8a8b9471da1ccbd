import { UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MissingPriceView, ProfitView } from '../../../../server/contract/wallet/profit.dto';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { directionOf, formatPercent, UNKNOWN } from '../../../platform/format';
import { useAmountsHidden } from '../../../platform/hidden-amounts';
import { useLanguage } from '../../../platform/preferences';
import { DetailsList } from '../../../ui/details-list';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import styles from './day-profit.module.css';
import { useProfit } from './use-profit';

interface Props {
  /** Of which account; all of them together otherwise. */
  account: WalletAccount | 'all';
}

/** What was won or lost in 24 hours, by the books; pressed, it says what that is and what it is made of. */
export function DayProfit({ account }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { profit: reply, failed } = useProfit();
  const profit = reply?.[account] ?? null;
  return (
    <>
      <UnstyledButton className={styles.line ?? ''} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <span className={styles.label}>{t('wallet.profitDay')}</span>
        <Figures profit={profit} failed={failed} />
        <IconInfoCircle size={14} stroke={1.6} className={styles.icon ?? ''} aria-hidden />
      </UnstyledButton>
      <Sheet title={t('wallet.profitTitle')} opened={opened} onClose={() => setOpened(false)}>
        <div className={styles.body}>
          {profit?.unknown === null && <Sum profit={profit} />}
          <Reasons profit={profit} failed={failed} />
          <p>{t('wallet.profitSays')}</p>
          <p>{t('wallet.profitNeutral')}</p>
          {account !== 'all' && <p>{t('wallet.profitAccount')}</p>}
        </div>
      </Sheet>
    </>
  );
}

function Figures({ profit, failed }: { profit: ProfitView | null; failed: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hidden = useAmountsHidden();
  if (!profit) return <span className={styles.label}>{failed ? t('wallet.profitUnknown') : UNKNOWN}</span>;
  if (profit.profit === null) return <span className={styles.label}>{t('wallet.profitUnknown')}</span>;
  return (
    <>
      <MoneyText value={profit.profit} decimals={2} signed secret />
      {profit.percent !== null && !hidden && (
        <span className="numbers" data-direction={directionOf(profit.percent)}>
          {formatPercent(profit.percent, language)}
        </span>
      )}
    </>
  );
}

/** How the profit comes about, line by line. */
function Sum({ profit }: { profit: ProfitView }) {
  const { t } = useTranslation();
  const money = (value: string | null, signed = false) => (
    <MoneyText value={value} decimals={2} unit="USDT" signed={signed} secret />
  );
  return (
    <DetailsList
      details={[
        { label: t('wallet.profitNow'), value: money(profit.now) },
        { label: t('wallet.profitBefore'), value: money(profit.before) },
        { label: t('wallet.profitReceived'), value: money(profit.received) },
        { label: t('wallet.profitGiven'), value: money(profit.given) },
        { label: t('wallet.profitResult'), value: money(profit.profit, true) },
      ]}
    />
  );
}

const WHEN = { now: 'Now', before: 'Before', moved: 'Moved' } as const;
const MINUTE_MS = 60_000;

/** Why there is no figure; nothing where there is one. */
function Reasons({ profit, failed }: { profit: ProfitView | null; failed: boolean }) {
  const { t } = useTranslation();
  const words = ({ currency: coin, when, reason, ageMs }: MissingPriceView) =>
    t(`wallet.profit${reason === 'old' ? 'Old' : 'None'}${WHEN[when]}`, {
      coin,
      minutes: Math.floor((ageMs ?? 0) / MINUTE_MS),
    });
  if (!profit) return failed ? <p className={styles.reason}>{t('wallet.profitFailed')}</p> : null;
  if (profit.unknown === 'movements') return <p className={styles.reason}>{t('wallet.profitMovements')}</p>;
  return profit.missing.map((missing) => (
    <p key={`${missing.currency} ${missing.when}`} className={styles.reason}>
      {words(missing)}
    </p>
  ));
}
