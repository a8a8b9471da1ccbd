import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../../../../server/contract/money';
import type {
  FuturesPositionsView,
  FuturesPositionView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { formatPrice } from '../../../ui/cut-price';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { useDelayedWords } from '../../../ui/use-delayed-words';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import {
  type AmendmentPreview,
  Amount,
  amendmentPreviewOf,
  LiquidationChange,
  LotsStepper,
  openedWords,
  PreviewRows,
  Problem,
  readLots,
  SideTags,
  type PositionEvent,
  unitsOf,
  useMarkTooOld,
} from '../futures-account';
import { lotsWords } from '../liquidation';
import { OverNote } from './over-note';
import { useOrderNow } from './use-order-now';
import { type SheetCommand, useSheetCommand } from './use-sheet-command';

interface Props {
  /** As it was when its user asked for it, whatever becomes of it while the sheet is open; null: none is changed. */
  order: FuturesPositionView | null;
  account: Pick<FuturesPositionsView, 'positions'>;
  products: readonly FuturesProductView[];
  /** The price that the form begins with, instead of the order's own. */
  suggested?: string | undefined;
  onClose: () => void;
}

/** Changes limit and lots of a pending order; nothing is changed before it is sent, and only its user closes it. */
export function AmendSheet({ order, account, products, suggested, onClose }: Props) {
  const { t } = useTranslation();
  const amend = useSheetCommand('amend', onClose);
  return (
    <Sheet
      title={t('futures.amendTitle', { symbol: order?.market ?? '' })}
      opened={order !== null}
      onClose={amend.leave}
    >
      {order && (
        <AmendForm
          key={order.positionId}
          opened={order}
          account={account}
          product={products.find(({ marketId }) => marketId === order.marketId) ?? null}
          wished={suggested ?? order.limitPrice ?? ''}
          amend={amend}
        />
      )}
    </Sheet>
  );
}

type Amendment = { id: string; target_price?: string; share?: number };

/** Whoever types is not asked about. */
const TYPED_FOR_MS = 350;
const DECIMALS_MOST = 8;

interface OrderProps {
  order: FuturesPositionView;
  product: FuturesProductView | null;
}

interface FormProps extends Pick<Props, 'account'>, Pick<OrderProps, 'product'> {
  opened: FuturesPositionView;
  wished: string;
  amend: SheetCommand;
}

function AmendForm({ opened, account, product, wished, amend }: FormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now: order, over } = useOrderNow(opened, account);
  const { quote } = unitsOf(order);
  const scale = product?.priceDecimals ?? DECIMALS_MOST;
  const most = product?.lotsMax ?? order.lots;
  // What is another is so beside the order that was opened, or beside the one of now: a change whose answer was lost is still asked
  // for when the order has it, and what stands in the form is what the order will have, whatever became of it meanwhile.
  const [price, setPrice] = useState(() => typedAs(withoutClosingZeros(wished), language));
  const [typedLots, setTypedLots] = useState(String(opened.lots));
  const lots = readLots(typedLots);
  const verdict = judgeAmount(price, language, { scale });
  const limit = verdict ? null : readTypedAmount(price, language);
  const wish = limit === null || lots === null ? null : amendmentOf(opened, order, { limit, lots });
  const intent = JSON.stringify(wish);
  const isHeld = amend.isHeld(intent);
  const { preview, failure } = usePreview(over === null || isHeld ? wish : null);
  const isShort = preview !== null && preview.balanceAfter.startsWith('-');
  // What may have been done already is asked about as it was; everything else is seen before it is sent.
  const isReady = isHeld || (preview !== null && !isShort);
  const outcome = useOutcome(order, product);
  if (over !== null && !isHeld) {
    const price = formatPrice(opened.limitPrice, language, scale);
    const terms = `${price} ${quote} · ${lotsWords(opened.lots, t, language)}`;
    return <OverNote row={order} order={terms} words={over} onLeave={amend.leave} />;
  }
  const shown = amend.failure ?? failure;
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    amend.clear();
  };
  return (
    <form
      noValidate
      className={sheetStyles.step}
      onSubmit={(event) => {
        event.preventDefault();
        if (wish && isReady) void amend.send(intent, { ...wish }, preview?.waits === false ? outcome : undefined);
      }}
    >
      <SideTags row={order} />
      <AmountInput
        label={t('futures.limitPrice')}
        value={price}
        onChange={change(setPrice)}
        unit={quote}
        error={verdictWords(verdict, scale, t)}
      />
      <LotsStepper
        label={t('futures.lots')}
        value={typedLots}
        onChange={change(setTypedLots)}
        min={product?.lotsMin ?? 1}
        max={most}
      />
      <Outcome order={order} product={product} preview={preview} />
      {isShort && <Problem text={t('futures.notEnough')} />}
      {shown && <Problem text={failureWords(shown, t)} />}
      <Button type="submit" fullWidth size="lg" loading={amend.busy} disabled={wish === null || !isReady}>
        {t('futures.amendSave')}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={amend.busy} onClick={amend.leave}>
        {t('futures.keepOrder')}
      </Button>
    </form>
  );
}

type OutcomeProps = OrderProps & { preview: AmendmentPreview | null };

function Outcome({ order, product, preview }: OutcomeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { quote } = unitsOf(order);
  const money = (value: string | undefined) => <Amount value={value ?? null} unit={quote} own />;
  const filled = preview?.waits === false ? preview : null;
  // What goes on waiting goes by its own limit.
  const age = useMarkTooOld(filled?.pricedAt ?? null);
  const delayedWords = useDelayedWords();
  return (
    <PreviewRows
      isOld={age !== null}
      rows={[
        { label: t('futures.reserved'), value: money(order.reserved) },
        ...(filled
          ? [
              {
                label: t('futures.amendFills'),
                value: (
                  <>
                    <b className="numbers">{formatPrice(filled.price, language, product?.priceDecimals)}</b>
                    {age !== null && <small className={sheetStyles.age}>{delayedWords(age)}</small>}
                  </>
                ),
              },
              { label: t('futures.margin'), value: money(filled.margin) },
              { label: t('futures.fee'), value: money(filled.fee) },
            ]
          : [{ label: t('futures.reservedAfter'), value: money(preview?.reservedAfter) }]),
        {
          label: t('futures.liquidationPrice'),
          value: <LiquidationChange preview={preview} decimals={product?.priceDecimals} isNew />,
        },
        { label: t('futures.availableAfterChange'), value: money(preview?.balanceAfter), strong: true },
      ]}
    />
  );
}

/** What is to be another than in the order that was opened, or in the one of now; null: nothing. */
function amendmentOf(
  before: FuturesPositionView,
  now: FuturesPositionView,
  { limit, lots }: { limit: string; lots: number },
): Amendment | null {
  const isPrice = [before, now].some(({ limitPrice }) => toUnits(limit) !== toUnits(limitPrice ?? '0'));
  const isLots = [before, now].some((order) => lots !== order.lots);
  if (!isPrice && !isLots) return null;
  return { id: before.positionId, ...(isPrice && { target_price: limit }), ...(isLots && { share: lots }) };
}

/** What the server says of the change as it is typed, or why it would not take it. */
function usePreview(wish: Amendment | null) {
  const text = JSON.stringify(wish);
  const [settled] = useDebouncedValue(text, TYPED_FOR_MS);
  const asked = settled === text ? wish : null;
  const { data, error } = useQuery(amendmentPreviewOf(asked && { ...asked }));
  if (asked === null) return { preview: null, failure: null };
  // One that nobody answered is said as well: without it nothing is sent.
  return error instanceof CallFailed ? { preview: null, failure: error } : { preview: data ?? null, failure: null };
}

/** What is told where the order is filled at once. */
function useOutcome({ positionId }: FuturesPositionView, product: OrderProps['product']) {
  const { t } = useTranslation();
  const language = useLanguage();
  return {
    match: (positionEvent: PositionEvent) => positionEvent.positionId === positionId && positionEvent.openedAt !== null,
    words: (positionEvent: PositionEvent) =>
      openedWords(positionEvent, t, { language, decimals: product?.priceDecimals }),
  };
}
