import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf, pairDirection, type StopDirection } from '../../../../server/contract/rules/spot-stop.rules';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { BriefMoney } from '../../../ui/brief-money';
import { MoneyText } from '../../../ui/money-text';
import type { Market } from '../../markets/market-list';
import type { StopWish } from '../spot-orders';
import { ConfirmStop } from './confirm-stop';
import { StopFields } from './stop-fields';
import { type Entered, NOTHING_ENTERED } from './ticket';
import styles from './trade-panel.module.css';
import { useStop, useStopPreview } from './use-stop';

interface Props {
  market: Market;
  desk: SpotDeskView;
  side: 'buy' | 'sell';
  /** With an order that waits on the other side of the price: one cancels the other. */
  isPair: boolean;
  /** Its trigger price follows the price. */
  isTrail: boolean;
  typed: Entered;
  onType: (typed: Entered) => void;
  last: string | null;
  /** Why nothing can be ordered now, in words. */
  obstacle: string | null;
  /** It is placed. */
  onDone: () => void;
}

/** The ticket of an order that waits for a price: take-profit or stop-loss, with a limit of its own or at the market, or both in a pair. */
export default function StopForm({
  market,
  desk,
  side,
  isPair,
  isTrail,
  typed,
  onType,
  last,
  obstacle,
  onDone,
}: Props) {
  const { t } = useTranslation();
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState<StopWish | null>(null);
  const isForAmount = side === 'buy' && !isPair && (isTrail || typed.price === '');
  const terms = { typed, side, market, desk, isForAmount, isPair, isTrail };
  const { wish, errors } = useStop(terms);
  const { preview, refusal } = useStopPreview(wish);
  const problem = obstacle ?? refusal;
  const means = preview ? t(`spot.stopMeans.${preview.direction}`) : t('spot.stopHint');
  const hint = isPair ? t('spot.pairHint') : isTrail ? t('spot.trailHint') : means;
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        const direction = preview?.direction ?? (wish && directionFrom(wish, last));
        if (wish !== null && direction !== null && problem === null) setConfirming({ ...wish, direction });
      }}
    >
      <StopFields {...terms} onType={onType} errors={errors} tried={tried} />
      <StopFacts market={market} desk={desk} side={side} last={last} />
      <p className={styles.atMarket}>{hint}</p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button
        type="submit"
        fullWidth
        size="md"
        disabled={obstacle !== null}
        className={styles.submit ?? ''}
        data-side={side}
      >
        {t(side === 'buy' ? 'spot.buy' : 'spot.sell', { coin: market.base })}
      </Button>
      <ConfirmStop
        market={market}
        desk={desk}
        wish={confirming}
        preview={preview}
        onDone={() => {
          setConfirming(null);
          setTried(false);
          onType(NOTHING_ENTERED);
          onDone();
        }}
        onClose={() => setConfirming(null)}
      />
    </form>
  );
}

/** Which way the price must go, as far as the page knows before the server has said it. */
function directionFrom({ side, triggerPrice }: StopWish, last: string | null): StopDirection | null {
  if (triggerPrice === null) return pairDirection(side);
  return last === null ? null : directionOf(triggerPrice, last);
}

function StopFacts({ market, desk, side, last }: Pick<Props, 'market' | 'desk' | 'side' | 'last'>) {
  const { t } = useTranslation();
  const paid = side === 'buy' ? market.quote : market.base;
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>{t('spot.available')}</dt>
        <dd>
          <BriefMoney value={side === 'buy' ? desk.balance : desk.sellable_balance} unit={paid} secret />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>{t('spot.last')}</dt>
        <dd>
          <MoneyText value={last} decimals={market.priceDecimals} />
        </dd>
      </div>
    </dl>
  );
}
