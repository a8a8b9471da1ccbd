import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotStopPreviewView } from '../../../../server/contract/trading/spot-stops.dto';
import { CallFailed } from '../../../platform/api';
import { useSubmission } from '../../../platform/use-submission';
import { BriefMoney } from '../../../ui/brief-money';
import { MoneyText } from '../../../ui/money-text';
import { toast } from '../../../ui/toast';
import { useMoment } from '../../../ui/use-moment';
import type { Market } from '../../markets/market-list';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { FactList, placeStop, STOP_PREVIEWS, type StopWish } from '../spot-orders';
import { Confirmation } from './confirmation';
import sheetStyles from './confirm-order.module.css';
import { deskOf } from './spot.api';
import styles from './trade-panel.module.css';

/** Every refusal is shown above the button. */
const NO_FIELDS = { setFieldError: () => undefined, getInputNode: () => null };

interface ConfirmProps {
  market: Market;
  desk: SpotDeskView;
  /** Null: nothing is to be confirmed. */
  wish: StopWish | null;
  preview: SpotStopPreviewView | null;
  onDone: () => void;
  onClose: () => void;
}

/** What will be frozen and when it becomes an order, before it is sent. */
export function ConfirmStop({ market, desk, wish, preview, onDone, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const { busy, problem, submit, held, clear } = useStopCommand(onDone);
  const close = () => {
    if (busy) return;
    clear();
    onClose();
  };
  // While the sheet slides away it still shows what it was about.
  const [shown, setShown] = useState(wish);
  if (wish !== null && wish !== shown) setShown(wish);
  const worstFeeRatio = preview?.fee_ratio ?? desk.fee_ratio;
  // One of which nobody knows what became goes again the way it went, whatever side of its price the market is on by now.
  const direction = shown && (held({ wish: shown, worstFeeRatio })?.wish ?? shown).direction;
  const isPair = shown !== null && shown.targetPrice !== null;
  const isTrail = shown !== null && shown.triggerPrice === null;
  const title = isPair ? 'spot.pairLong' : isTrail ? 'spot.trailLong' : 'spot.stopLong';
  return (
    <Confirmation title={t(title)} opened={wish !== null} onClose={close}>
      {shown && (
        <div className={sheetStyles.body}>
          <StopFacts market={market} stop={shown} preview={preview} />
          {direction && (
            <p className={styles.atMarket}>
              {t(isPair ? 'spot.pairHint' : isTrail ? 'spot.trailHint' : `spot.stopMeans.${direction}`)}
            </p>
          )}
          {problem !== null && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          <Button fullWidth size="lg" loading={busy} onClick={() => submit({ wish: shown, worstFeeRatio })}>
            {t('spot.confirm')}
          </Button>
          <Button fullWidth size="lg" variant="default" disabled={busy} onClick={close}>
            {t('common.back')}
          </Button>
        </div>
      )}
    </Confirmation>
  );
}

interface Command {
  wish: StopWish;
  /** The fee that was shown. */
  worstFeeRatio: string;
}

/** Places a stop; where its fee is higher by now than the one that was shown, the terms are read again. */
function useStopCommand(onDone: () => void) {
  const queries = useQueryClient();
  return useSubmission<Command>(NO_FIELDS, {
    // Other kinds of orders are looked at in its place, and what was typed is there again.
    form: 'spot-stop',
    // At another fee, and while the price is on the other side of its own, it is still the same decision.
    intentOf: ({ wish: { direction: _seen, ...decided } }) => JSON.stringify(decided),
    send: async ({ wish, worstFeeRatio }, key) => {
      try {
        toast(await placeStop(wish, worstFeeRatio, key));
      } catch (error) {
        if (error instanceof CallFailed && error.code === 'spot.fee-raised') {
          const desk = deskOf(wish, wish.type).queryKey;
          await Promise.all([STOP_PREVIEWS, desk].map((queryKey) => queries.invalidateQueries({ queryKey })));
        }
        throw error;
      }
      onDone();
    },
  });
}

interface FactsProps {
  market: Market;
  stop: StopWish;
  preview: SpotStopPreviewView | null;
}

function StopFacts({ market: { base, quote, symbol, priceDecimals }, stop, preview }: FactsProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const demo = stop.type === 'simulation_account';
  const paid = stop.side === 'buy' ? quote : base;
  const isPair = stop.targetPrice !== null;
  const isTrail = stop.triggerPrice === null;
  const isForAmount = stop.side === 'buy' && stop.limitPrice === null;
  const kind = isPair ? 'spot.oco' : isTrail ? 'spot.trail' : 'spot.stop';
  const price = (value: string | null) => <MoneyText value={value} decimals={priceDecimals} unit={quote} />;
  const frozen = preview && [
    { label: t('spot.frozen'), value: <MoneyText value={preview.frozen} unit={paid} demo={demo} /> },
    { label: t('spot.balanceAfter'), value: <BriefMoney value={preview.balance_after} unit={paid} demo={demo} /> },
  ];
  return (
    <FactList
      facts={[
        { label: symbol, value: `${t(`trade.${stop.side}`)} · ${t(kind)}` },
        ...(isPair ? [{ label: t('spot.limitPrice'), value: price(stop.targetPrice) }] : []),
        ...(isTrail ? [{ label: t('spot.behindBest'), value: <TrailText stop={stop} quote={quote} /> }] : []),
        { label: t('spot.trigger'), value: price(stop.triggerPrice ?? preview?.trigger_price ?? null) },
        {
          label: t(isPair ? 'spot.behind' : 'spot.limitPrice'),
          value: stop.limitPrice === null ? t('spot.market') : price(stop.limitPrice),
        },
        {
          label: t(isForAmount ? 'spot.amount' : 'spot.quantity'),
          value: <MoneyText value={stop.quantity} unit={isForAmount ? quote : base} demo={demo} />,
        },
        ...(stop.expiresAt === undefined ? [] : [{ label: t('spot.until'), value: moment(stop.expiresAt) }]),
        ...(frozen ?? []),
      ]}
    />
  );
}

/** How far behind the best price it is triggered. */
function TrailText({ stop, quote }: { stop: StopWish; quote: string }) {
  return stop.trailPercent === null ? (
    <MoneyText value={stop.trailDistance} unit={quote} />
  ) : (
    <MoneyText value={stop.trailPercent} unit="%" />
  );
}
