import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotStopPreviewView } from '../../../../server/contract/trading/spot-stops.dto';
import { useSubmission } from '../../../platform/use-submission';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast';
import type { Market } from '../../markets/market-list';
import { FactList, placeStop, type StopWish } from '../spot-orders';
import sheetStyles from './confirm-order.module.css';
import styles from './trade-panel.module.css';

/** Every refusal is shown above the button. */
const NO_FIELDS = { setFieldError: () => undefined, getInputNode: () => null };

interface ConfirmProps {
  market: Market;
  /** Null: nothing is to be confirmed. */
  wish: StopWish | null;
  preview: SpotStopPreviewView | null;
  onDone: () => void;
  onClose: () => void;
}

/** What will be frozen and when it becomes an order, before it is sent. */
export function ConfirmStop({ market, wish, preview, onDone, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const { busy, problem, submit, clear } = useSubmission<StopWish>(NO_FIELDS, {
    send: async (sent, key) => {
      toast(await placeStop(sent, key));
      onDone();
    },
  });
  const close = () => {
    if (busy) return;
    clear();
    onClose();
  };
  // While the sheet slides away it still shows what it was about.
  const [shown, setShown] = useState(wish);
  if (wish !== null && wish !== shown) setShown(wish);
  const { base, quote, symbol } = market;
  const demo = shown?.type === 'simulation_account';
  const paid = shown?.side === 'buy' ? quote : base;
  const isPair = shown !== null && shown.targetPrice !== null;
  const isForAmount = shown?.side === 'buy' && shown.limitPrice === null;
  return (
    <Sheet title={t(isPair ? 'spot.pairLong' : 'spot.stopLong')} opened={wish !== null} onClose={close}>
      {shown && (
        <div className={sheetStyles.body}>
          <FactList
            facts={[
              { label: symbol, value: `${t(`trade.${shown.side}`)} · ${t(isPair ? 'spot.oco' : 'spot.stop')}` },
              ...(isPair
                ? [{ label: t('spot.limitPrice'), value: <MoneyText value={shown.targetPrice} unit={quote} /> }]
                : []),
              { label: t('spot.trigger'), value: <MoneyText value={shown.triggerPrice} unit={quote} /> },
              {
                label: t(isPair ? 'spot.behind' : 'spot.limitPrice'),
                value:
                  shown.limitPrice === null ? t('spot.market') : <MoneyText value={shown.limitPrice} unit={quote} />,
              },
              {
                label: t(isForAmount ? 'spot.amount' : 'spot.quantity'),
                value: <MoneyText value={shown.quantity} unit={isForAmount ? quote : base} demo={demo} />,
              },
              ...(preview
                ? [
                    {
                      label: t('spot.frozen'),
                      value: <MoneyText value={preview.frozen} unit={paid} demo={demo} />,
                    },
                    {
                      label: t('spot.balanceAfter'),
                      value: <MoneyText value={preview.balance_after} unit={paid} demo={demo} />,
                    },
                  ]
                : []),
            ]}
          />
          {shown.direction && (
            <p className={styles.atMarket}>{t(isPair ? 'spot.pairHint' : `spot.stopMeans.${shown.direction}`)}</p>
          )}
          {problem !== null && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <Button fullWidth size="lg" loading={busy} onClick={() => submit(shown)}>
            {t('spot.confirm')}
          </Button>
          <Button fullWidth size="lg" variant="default" disabled={busy} onClick={close}>
            {t('spot.back')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
