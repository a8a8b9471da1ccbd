import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import type { SpotDeskView, SpotPreviewView } from '../../../../server/contract/trading/spot.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useFromNow } from '../../../platform/use-now';
import { DemoTag } from '../../../ui/demo-tag';
import { BriefMoney } from '../../../ui/brief-money';
import { MoneyText } from '../../../ui/money-text';
import { useMoment } from '../../../ui/use-moment';
import { type Tapped, useSendAtOnce } from '../../../ui/use-one-tap';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { type Market, usePriceAge, useTicker } from '../../markets/market-list';
import { Confirmation } from './confirmation';
import styles from './confirm-order.module.css';
import { FactList, shownAverage } from '../spot-orders';
import { deskOf, type Placing, previewOf, type Wish } from './spot.api';
import { figuresOf, worstAccepted } from './ticket';
import { useObstacle } from './use-obstacle';
import { termsOf } from './use-order';
import { type OrderCommand, useOrderCommand } from './use-order-command';

/** Whoever decides sees the price of this second. */
const LOOK_AGAIN_MS = 1000;
/** A preview that could not be renewed for so long is no ground to decide on. */
const OLD_SECONDS = 5;

interface Props {
  market: Market;
  desk: SpotDeskView;
  /** Null: nothing is to be confirmed. */
  wish: Wish | null;
  /** When it was tapped: it goes without a press of the button here, if nothing stands in the way. */
  tappedAt: Tapped | null;
  onDone: () => void;
  onClose: () => void;
}

/** The last look at an order: what it costs, what it gives, and how old the price is that says so. */
export function ConfirmOrder({ market, desk, wish, tappedAt, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [moved, setMoved] = useState(false);
  const lookAgain = (sent: Wish) => void queries.invalidateQueries({ queryKey: previewOf(sent).queryKey });
  // Outlives the sheet, so that a try whose outcome is not known keeps its key.
  const command = useOrderCommand({
    symbol: market.symbol,
    priceDecimals: market.priceDecimals,
    onDone,
    onMoved: (sent) => {
      setMoved(true);
      lookAgain(sent);
    },
    onDearer: (sent) => {
      lookAgain(sent);
      void queries.invalidateQueries({ queryKey: deskOf(sent, sent.type).queryKey });
    },
  });
  // What becomes of an order on its way is waited for.
  const close = () => {
    if (command.busy) return;
    setMoved(false);
    command.clear();
    onClose();
  };
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState<Wish | null>(wish);
  if (wish !== null && wish !== last) setLast(wish);
  const shown = wish ?? last;
  const title = shown === null ? '' : t(shown.side === 'buy' ? 'spot.buy' : 'spot.sell', { coin: market.base });
  return (
    <Confirmation title={title} opened={wish !== null} onClose={close}>
      {shown && (
        <Decision
          market={market}
          desk={desk}
          wish={shown}
          opened={wish !== null}
          tappedAt={tappedAt}
          moved={moved}
          command={command}
          onConfirm={(bounds) => {
            setMoved(false);
            command.submit({ wish: shown, ...bounds });
          }}
          onClose={close}
        />
      )}
    </Confirmation>
  );
}

interface DecisionProps extends Pick<Props, 'market' | 'desk' | 'tappedAt' | 'onClose'> {
  wish: Wish;
  opened: boolean;
  /** The price has moved since it was agreed to. */
  moved: boolean;
  command: OrderCommand;
  onConfirm: (bounds: Pick<Placing, 'worstPrice' | 'worstFeeRatio'>) => void;
}

function Decision({ market, desk, wish, opened, tappedAt, moved, command, onConfirm, onClose }: DecisionProps) {
  const { t } = useTranslation();
  const query = previewOf(opened ? wish : null);
  const { data, error } = useQuery({ ...query, refetchInterval: LOOK_AGAIN_MS });
  const { busy, checking, problem } = command;
  const preview = data ?? null;
  const obstacle = useObstacle(market, desk);
  const age = useFromNow((now) => (preview ? Math.max(0, Math.floor((now - preview.price_at) / 1000)) : 0));
  const refusal = error instanceof CallFailed && error.kind === 'refused' ? failureWords(error, t) : null;
  const isOld = preview !== null && age > OLD_SECONDS;
  const hindrance = obstacle ?? refusal ?? (isOld ? t('spot.late', { seconds: age }) : null);
  const held = command.held(wish);
  const now =
    wish.limitPrice === null && preview?.worst_price
      ? worstAccepted(preview.worst_price, wish.side, desk.price_scale)
      : null;
  // An order of which nobody knows what became goes again as it was: what it accepts is what is shown.
  const worst = held?.worstPrice ?? now;
  const send = (alsoShown: string[] = []) => {
    if (preview === null) return;
    onConfirm({ worstPrice: worst, worstFeeRatio: Decimal.min(preview.fee_ratio, ...alsoShown).toFixed() });
  };
  useSendAtOnce({
    tappedAt: opened ? tappedAt : null,
    isKnown: preview !== null || error !== null,
    isClear: preview !== null && hindrance === null && problem === null && !moved && !busy,
    // Whoever taps has seen the form alone, which may show a lower fee than what was read since.
    send: () => send([desk.fee_ratio]),
  });
  return (
    <div className={styles.body}>
      {preview ? (
        <Facts market={market} desk={desk} wish={wish} preview={preview} worst={worst} age={age} isOld={isOld} />
      ) : (
        refusal === null && <CardSkeleton rows={6} />
      )}
      <div role="status" className={styles.state}>
        {checking && <p>{t('spot.checking')}</p>}
        {!checking && moved && <p>{t('spot.moved')}</p>}
      </div>
      {!busy && (hindrance ?? (moved ? null : problem)) !== null && (
        <p role="alert" className={styles.problem}>
          {hindrance ?? problem}
        </p>
      )}
      <Button
        fullWidth
        size="lg"
        loading={busy}
        disabled={preview === null || hindrance !== null}
        onClick={() => send()}
      >
        {t(moved ? 'spot.confirmNew' : 'spot.confirm')}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={busy} onClick={onClose}>
        {t('common.back')}
      </Button>
    </div>
  );
}

interface FactsProps {
  market: Market;
  desk: SpotDeskView;
  wish: Wish;
  preview: SpotPreviewView;
  worst: string | null;
  age: number;
  /** The preview could not be renewed for too long. */
  isOld: boolean;
}

function Facts({ market, desk, wish, preview, worst, age, isOld }: FactsProps) {
  const { t } = useTranslation();
  const { base, quote, symbol, priceDecimals } = market;
  const isBuy = wish.side === 'buy';
  const isDemo = wish.type === 'simulation_account';
  const { filled, amount, fee, average_price: average, worst_price } = preview;
  // What is shown is what is agreed to: the fee of the preview, for what waits as well.
  const figures = figuresOf(termsOf(wish, { ...desk, fee_ratio: preview.fee_ratio }, preview.quantity), {
    filled,
    amount,
    fee,
    average,
    worst: worst_price,
  });
  const time = wish.timeInForce ?? 'gtc';
  const moment = useMoment();
  const rest = wish.limitPrice !== null && preview.filled !== preview.quantity;
  const money = (value: string | null, unit: string) => <MoneyText value={value} unit={unit} demo={isDemo} />;
  const price = (value: string | null) => <MoneyText value={value} decimals={priceDecimals} unit={quote} />;
  const executes = /[1-9]/.test(filled);
  const isPriceOld = usePriceAge(useTicker(market.symbol)).kind !== 'live' || isOld;
  // An order that waits costs what its limit says, however old the book is.
  const goesByBook = wish.limitPrice === null || executes;
  return (
    <div className={styles.facts} data-old={(isPriceOld && goesByBook) || undefined}>
      <FactList
        facts={[
          {
            label: symbol,
            value: (
              <>
                {t(`trade.${wish.side}`)} · {t(`spot.${wish.limitPrice === null ? 'market' : 'limit'}`)}
                {isDemo && <DemoTag />}
              </>
            ),
          },
          { label: t('spot.quantity'), value: money(preview.quantity, base) },
          ...(time === 'gtc' ? [] : [{ label: t('spot.time'), value: t(`spot.times.${time}`) }]),
          ...(wish.expiresAt === undefined ? [] : [{ label: t('spot.until'), value: moment(wish.expiresAt) }]),
          ...(wish.limitPrice === null ? [] : [{ label: t('spot.limitPrice'), value: price(wish.limitPrice) }]),
          ...(wish.takeProfit === undefined ? [] : [{ label: t('spot.takeProfit'), value: price(wish.takeProfit) }]),
          ...(wish.stopLoss === undefined ? [] : [{ label: t('spot.stopLoss'), value: price(wish.stopLoss) }]),
          ...(wish.exitUntil === undefined ? [] : [{ label: t('spot.exitUntil'), value: moment(wish.exitUntil) }]),
          ...(executes ? [{ label: t('spot.average'), value: price(shownAverage(average)) }] : []),
          ...(worst === null ? [] : [{ label: t('spot.worst'), value: price(worst) }]),
          ...(rest ? [{ label: t('spot.now'), value: money(filled, base) }] : []),
          { label: t('spot.total'), value: money(figures.total, quote) },
          { label: t('spot.fee'), value: money(figures.fee, quote) },
          {
            label: t('spot.balanceAfter'),
            value: <BriefMoney value={preview.balance_after} unit={isBuy ? quote : base} demo={isDemo} />,
          },
          { label: t('spot.priceAge'), value: t('spot.seconds', { seconds: age }) },
        ]}
      />
    </div>
  );
}
