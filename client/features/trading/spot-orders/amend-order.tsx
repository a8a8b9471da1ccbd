import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotAmendmentPreviewView, SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { toUnits } from '../../../../server/contract/money';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import type { Submission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import styles from './amend-order.module.css';
import { FactList } from './fact-list';
import { codesOf, isMarketOrder } from './order-state';
import { type Amendment, amendmentPreviewOf, amendOrder, ORDER_KEY, ORDERS_KEY } from './spot-orders.api';
import { useOrderNow } from './use-order-now';
import { useChangeCommand } from './use-change-command';
import { previewed, useSettled } from './use-settled';

interface Act {
  order: SpotOrderView;
  /** Its sheet is its caller's: the button goes with the order, and the sheet has to say what became of that. */
  onAmend: (order: SpotOrderView) => void;
}

/** Asks for the sheet that changes price and quantity of an order that waits. */
export function AmendOrder({ order, onAmend }: Act) {
  const { t } = useTranslation();
  if (isMarketOrder(order)) return null;
  return (
    <Button variant="default" size="sm" mih={44} onClick={() => onAmend(order)}>
      {t('spot.amend')}
    </Button>
  );
}

interface SheetProps {
  /** As it was when its user asked for it, whatever becomes of it while the sheet is open; null: none is changed. */
  order: SpotOrderView | null;
  /** The price that the form begins with, instead of the order's own. */
  price?: string | undefined;
  onClose: () => void;
}

/** The form that changes an order; nothing is changed before it is sent, and only its user closes it. */
export function AmendSheet({ order, price, onClose }: SheetProps) {
  const { t } = useTranslation();
  const { command, leave } = useChangeCommand(amendOrder, onClose, ({ id }) => `spot order ${id}`);
  return (
    <Sheet title={t('spot.amendLong')} opened={order !== null} onClose={leave}>
      {order && (
        <AmendForm
          key={order.id}
          opened={order}
          wished={price ?? order.target_price}
          command={command}
          onLeave={leave}
        />
      )}
    </Sheet>
  );
}

interface FormProps {
  opened: SpotOrderView;
  wished: string;
  command: Submission<Amendment>;
  onLeave: () => void;
}

function AmendForm({ opened, wished, command, onLeave }: FormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, over } = useOrderNow(opened);
  const { base, quote } = codesOf(opened);
  const typed = (amount: string) => typedAs(withoutClosingZeros(amount), language);
  const [price, setPrice] = useState(() => typed(wished));
  const [quantity, setQuantity] = useState(() => typed(opened.trade_amount));
  // A failure of what was sent before this form was opened is of another one.
  const [isSent, setIsSent] = useState(false);
  const amendment = amendmentOf([opened, now], {
    target_price: readTypedAmount(price, language),
    amount: readTypedAmount(quantity, language),
  });
  // What may have been done already is asked about as it was, under its key: nothing that was read meanwhile is an answer.
  const isHeld = amendment !== null && command.held(amendment) !== null;
  const { preview, refusal } = usePreview(isHeld || over !== null ? null : amendment);
  if (over !== null && !isHeld) return <Ended order={now} words={over} onLeave={onLeave} />;
  const words = refusal ?? (isSent ? command.problem : null);
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    command.clear();
  };
  return (
    <form
      noValidate
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (amendment === null || refusal !== null) return;
        setIsSent(true);
        command.submit(amendment);
      }}
    >
      <AmountInput label={t('spot.limitPrice')} unit={quote} value={price} onChange={change(setPrice)} />
      <AmountInput label={t('spot.quantity')} unit={base} value={quantity} onChange={change(setQuantity)} />
      {preview && <Outcome order={now} preview={preview} />}
      {words !== null && (
        <p role="alert" className={styles.problem}>
          {words}
        </p>
      )}
      <Button
        type="submit"
        fullWidth
        size="lg"
        loading={command.busy}
        disabled={amendment === null || refusal !== null}
      >
        {t('spot.amendSave')}
      </Button>
    </form>
  );
}

/** What the server says of the change as it is typed; where the order has ended, how it did is read. */
function usePreview(amendment: Amendment | null) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settled = useSettled(amendment);
  const answer = useQuery(amendmentPreviewOf(settled));
  const isOver = settled !== null && answer.error instanceof CallFailed && answer.error.code === 'spot.not-open';
  useEffect(() => {
    if (isOver) void Promise.all([ORDERS_KEY, ORDER_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
  }, [isOver, queries]);
  return previewed(settled, answer, t);
}

interface EndedProps {
  order: SpotOrderView;
  /** How it ended. */
  words: string;
  onLeave: () => void;
}

/** Stands in place of the form of an order that has ended meanwhile: there is nothing left to change. */
function Ended({ order, words, onLeave }: EndedProps) {
  const { t } = useTranslation();
  const { base } = codesOf(order);
  const demo = order.account_type === 'simulation_account';
  const amount = (value: string) => <MoneyText value={value} unit={base} demo={demo} />;
  return (
    <div className={styles.body}>
      <FactList
        facts={[
          { label: t('spot.quantity'), value: amount(order.trade_amount) },
          { label: t('spot.executed'), value: amount(order.filled_amount) },
        ]}
      />
      <p role="alert" className={styles.problem}>
        {words}
      </p>
      <Button variant="default" fullWidth size="lg" onClick={onLeave}>
        {t('common.close')}
      </Button>
    </div>
  );
}

function Outcome({ order, preview }: { order: SpotOrderView; preview: SpotAmendmentPreviewView }) {
  const { t } = useTranslation();
  const { base, quote } = codesOf(order);
  const demo = order.account_type === 'simulation_account';
  const isBuy = order.type === 1;
  const paid = isBuy ? quote : base;
  const executes = /[1-9]/.test(preview.filled);
  const money = (value: string, unit: string) => <MoneyText value={value} unit={unit} demo={demo} />;
  return (
    <FactList
      facts={[
        { label: t('spot.executed'), value: money(preview.filled_before, base) },
        ...(executes ? [{ label: t('spot.now'), value: money(preview.filled, base) }] : []),
        ...(executes ? [{ label: t('spot.fee'), value: money(preview.fee, quote) }] : []),
        { label: t('spot.frozenBefore'), value: money(preview.frozen_before, paid) },
        { label: t('spot.frozenAfter'), value: money(preview.frozen, paid) },
        { label: t('spot.availableAfterChange'), value: money(preview.balance_after, paid) },
      ]}
    />
  );
}

/**
 * What is to be another than in the order that was opened, or in the one of now; null while nothing is, or something is no amount. So a
 * change whose answer was lost is still asked for when the order has it.
 */
function amendmentOf(
  orders: readonly [SpotOrderView, SpotOrderView],
  { target_price, amount }: Record<'target_price' | 'amount', string | null>,
): Amendment | null {
  if (target_price === null || amount === null || toUnits(target_price) === 0n || toUnits(amount) === 0n) return null;
  const isPrice = orders.some((order) => toUnits(target_price) !== toUnits(order.target_price));
  const isAmount = orders.some((order) => toUnits(amount) !== toUnits(order.trade_amount));
  if (!isPrice && !isAmount) return null;
  const { id, account_type } = orders[0];
  return { id, account_type, ...(isPrice && { target_price }), ...(isAmount && { amount }) };
}
