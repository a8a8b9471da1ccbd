import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetailView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { CallFailed, isOutcomeUnknown } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { withoutClosingZeros } from '../../../ui/money-text';
import { toast } from '../../../ui/toast';
import { WALLET_KEYS } from '../balances';
import { cancelWithdrawal, withdrawal as withdrawalQuery } from './records.api';
import styles from './withdrawal-detail.module.css';

/** Takes a withdrawal back that nobody has released, after a question. */
export function CancelWithdrawal({ withdrawal: { id, number, name } }: { withdrawal: WithdrawalDetailView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAtMostOnce<string>();
  const cancel = async () => {
    try {
      const words = await run({ intent: 'cancel', content: id, send: cancelWithdrawal });
      if (words === undefined) return;
      toast(words);
      setAsking(false);
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      // Decided meanwhile: the page is read again below and says what became of it.
      if (failure.kind !== 'session') toast(failureWords(failure, t));
      if (failure.kind === 'refused' && !isOutcomeUnknown(failure)) setAsking(false);
    } finally {
      const read = [withdrawalQuery(id).queryKey, WALLET_KEYS.withdrawals, WALLET_KEYS.accounts, WALLET_KEYS.statement];
      await Promise.all(read.map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  };
  const amount = `${formatDecimal(withoutClosingZeros(number), language)} ${name}`;
  return (
    <div className={styles.cancel}>
      <Button variant="default" fullWidth size="lg" onClick={() => setAsking(true)}>
        {t('wallet.cancel')}
      </Button>
      <ConfirmSheet
        opened={asking}
        title={t('wallet.cancelQuestion')}
        text={t('wallet.cancelText', { amount })}
        action={t('wallet.cancel')}
        dismissLabel={t('wallet.keep')}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
