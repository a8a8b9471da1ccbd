import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { CallFailed, isOutcomeUnknown } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { withoutClosingZeros } from '../../../ui/money-text';
import { toast } from '../../../ui/toast';
import { codesOf, restOf } from './order-state';
import { cancelOrder, ORDER_KEY, ORDERS_KEY } from './spot-orders.api';

/** Takes the rest of an open order back, after a question. */
export function CancelOrder({ order }: { order: SpotOrderView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAtMostOnce<SpotOrderView>();
  const cancel = async () => {
    try {
      const send = (content: SpotOrderView, key: string) => cancelOrder(content.id, content.account_type, key);
      const words = await run({ intent: 'cancel', content: order, send });
      if (words === undefined) return;
      toast(words);
      setAsking(false);
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      // Executed meanwhile: the list is read again below and says what became of it.
      if (failure.kind !== 'session') toast(failureWords(failure, t));
      if (failure.kind === 'refused' && !isOutcomeUnknown(failure)) setAsking(false);
    } finally {
      await Promise.all([ORDERS_KEY, ORDER_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  };
  const { base } = codesOf(order);
  const rest = `${formatDecimal(withoutClosingZeros(restOf(order)), language)} ${base}`;
  return (
    <>
      <Button variant="default" size="sm" mih={44} onClick={() => setAsking(true)}>
        {t('spot.cancel')}
      </Button>
      <ConfirmSheet
        opened={asking}
        title={t('spot.cancelQuestion')}
        text={t('spot.cancelText', { rest })}
        action={t('spot.cancelLong')}
        keep={t('spot.keep')}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
