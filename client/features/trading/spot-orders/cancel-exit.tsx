import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { CallFailed, isOutcomeUnknown } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { toast } from '../../../ui/toast';
import { cancelExit, ORDER_KEY, ORDERS_KEY } from './spot-orders.api';

/** Takes back the take-profit and stop-loss that a purchase was to leave behind, after a question. */
export function CancelExit({ order }: { order: SpotOrderView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAtMostOnce<SpotOrderView>();
  const cancel = async () => {
    try {
      const words = await run({ intent: 'cancel-exit', content: order, send: cancelExit });
      if (words === undefined) return;
      toast(words);
      setAsking(false);
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      // Placed meanwhile: what is read again below says so.
      if (failure.kind !== 'session') toast(failureWords(failure, t));
      if (failure.kind === 'refused' && !isOutcomeUnknown(failure)) setAsking(false);
    } finally {
      await Promise.all([ORDERS_KEY, ORDER_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  };
  return (
    <>
      <Button variant="default" size="sm" mih={44} onClick={() => setAsking(true)}>
        {t('spot.exitCancel')}
      </Button>
      <ConfirmSheet
        opened={asking}
        title={t('spot.exitCancelQuestion')}
        text={t('spot.exitCancelText')}
        action={t('spot.exitCancel')}
        keep={t('spot.exitKeep')}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
