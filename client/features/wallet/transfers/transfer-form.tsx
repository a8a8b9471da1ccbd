import { ActionIcon } from '@mantine/core';
import { IconArrowsUpDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WalletAccount } from '../../../../server/contract/wallet/wallet.dto';
import { failureWords } from '../../../platform/failure-words';
import { useTradingPaused } from '../../../platform/trading-status';
import { AmountInput } from '../../../ui/amount-input';
import { BriefMoney } from '../../../ui/brief-money';
import { CoinIcon } from '../../../ui/coin-icon';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { Form } from '../../../ui/form';
import { withoutClosingZeros } from '../../../ui/money-text';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { ChooseAccount } from './choose-account';
import { ChooseCoin } from './choose-coin';
import type { Holding } from '../balances';
import {
  firstChoice,
  movable,
  type TransferChoice,
  type TransferWish,
  withAccount,
  withCoin,
} from './transfer-choices';
import styles from './transfer-form.module.css';
import { TransferPreview } from './transfer-preview';
import { useTransfer } from './use-transfer';
import { useWallet } from '../balances';

/** Moves money between the user's own accounts. */
export function TransferForm({ wish }: { wish: TransferWish }) {
  const { t } = useTranslation();
  const { holdings, failure, reload } = useWallet();
  if (failure) return <ErrorState text={failureWords(failure, t)} onRetry={() => void reload()} />;
  if (!holdings) return <CardSkeleton rows={5} />;
  const choice = firstChoice(holdings, wish);
  if (!choice) return <EmptyState text={t('wallet.noCoins')} />;
  return <LoadedForm holdings={holdings} initial={choice} />;
}

function LoadedForm({ holdings, initial }: { holdings: readonly Holding[]; initial: TransferChoice }) {
  const { t } = useTranslation();
  const [sheet, setSheet] = useState<'from' | 'to' | 'coin' | null>(null);
  const { form, busy, problem, amount, coin, submit } = useTransfer(initial, holdings);
  const paused = useTradingPaused();
  const choice = form.values;
  const available = coin.pockets[choice.from].available;
  const change = (next: TransferChoice) => {
    form.setValues(next);
    form.clearErrors();
    setSheet(null);
  };
  const field = form.getInputProps('amount');
  return (
    <>
      <Form
        onSubmit={form.onSubmit(submit)}
        submit={t('wallet.transfer')}
        busy={busy}
        blocked={paused}
        problem={problem}
      >
        <AccountPair
          choice={choice}
          onOpen={setSheet}
          onSwap={() => change({ ...choice, from: choice.to, to: choice.from })}
        />
        <button type="button" className={styles.coin} onClick={() => setSheet('coin')}>
          <span className={styles.label}>{t('wallet.coin')}</span>
          <CoinIcon code={coin.code} size={24} />
          <b>{coin.code}</b>
          <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
        </button>
        <AmountInput
          {...field}
          value={choice.amount}
          onChange={(typed) => form.setFieldValue('amount', typed)}
          label={t('wallet.amount')}
          unit={coin.code}
          max={withoutClosingZeros(available)}
          help={
            <>
              {t('wallet.available')}: <BriefMoney value={available} unit={coin.code} />
            </>
          }
        />
        <TransferPreview coin={coin} from={choice.from} to={choice.to} amount={amount} />
      </Form>
      <ChooseAccount
        side={sheet === 'coin' ? null : sheet}
        coin={coin}
        chosen={choice}
        onChoose={(side, account) => change(withAccount(choice, side, account))}
        onClose={() => setSheet(null)}
      />
      <ChooseCoin
        opened={sheet === 'coin'}
        coins={movable(holdings)}
        account={choice.from}
        onChoose={(next) => change(withCoin(choice, next))}
        onClose={() => setSheet(null)}
      />
    </>
  );
}

interface PairProps {
  choice: TransferChoice;
  onOpen: (side: 'from' | 'to') => void;
  onSwap: () => void;
}

function AccountPair({ choice, onOpen, onSwap }: PairProps) {
  const { t } = useTranslation();
  const side = (key: 'from' | 'to', account: WalletAccount) => (
    <button type="button" className={styles.side} onClick={() => onOpen(key)}>
      <span className={styles.label}>{t(`wallet.${key}`)}</span>
      <b className={styles.name}>{t(`wallet.${account}`)}</b>
      <IconChevronRight size={18} className={styles.arrow ?? ''} aria-hidden />
    </button>
  );
  return (
    <div className={styles.pair}>
      <div className={styles.sides}>
        {side('from', choice.from)}
        {side('to', choice.to)}
      </div>
      <ActionIcon variant="light" color="teal" aria-label={t('wallet.swap')} onClick={onSwap}>
        <IconArrowsUpDown size={20} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  );
}
