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
import { ORDER_KEY, ORDERS_KEY } from './spot-orders.api';

interface Props {
  order: SpotOrderView;
  intent: 'cancel' | 'cancel-exit';
  /** @returns the server's words. */
  send: (order: SpotOrderView, key: string) => Promise<string>;
  /** On the button. */
  label: string;
  question: { title: string; text: string; action: string; dismissLabel: string };
}

/** Takes an order, or what it was to leave behind, back after a question. */
export function TakeBack({ order, intent, send, label, question }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useAtMostOnce<SpotOrderView>();
  const cancel = async () => {
    try {
      const words = await run({ intent, content: order, send });
      if (words === undefined) return;
      toast(words);
      setAsking(false);
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      // Executed or placed meanwhile: what is read again below says what became of it.
      if (failure.kind !== 'session') toast(failureWords(failure, t));
      if (failure.kind === 'refused' && !isOutcomeUnknown(failure)) setAsking(false);
    } finally {
      await Promise.all([ORDERS_KEY, ORDER_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
    }
  };
  return (
    <>
      <Button variant="default" size="sm" mih={44} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmSheet
        opened={asking}
        {...question}
        busy={busy}
        onConfirm={() => void cancel()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
