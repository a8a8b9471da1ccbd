import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotAmendmentPreviewView, SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { toUnits } from '../../../../server/contract/money';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import styles from './amend-order.module.css';
import { FactList } from './fact-list';
import { codesOf, isMarketOrder } from './order-state';
import { type Amendment, amendmentPreviewOf, amendOrder, ORDER_KEY, ORDERS_KEY } from './spot-orders.api';
import { previewed, useSettled } from './use-settled';

/** No field is to blame by the server's codes: every refusal is shown above the button. */
const NO_FIELDS = { setFieldError: () => undefined, getInputNode: () => null };

/** Changes price and quantity of an order that waits, in a sheet of its own. */
export function AmendOrder({ order }: { order: SpotOrderView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  if (isMarketOrder(order)) return null;
  return (
    <>
      <Button variant="default" size="sm" mih={44} onClick={() => setOpened(true)}>
        {t('spot.amend')}
      </Button>
      <AmendSheet order={opened ? order : null} onClose={() => setOpened(false)} />
    </>
  );
}

interface SheetProps {
  /** Null: none is changed. */
  order: SpotOrderView | null;
  /** The price that the form begins with, instead of the order's own. */
  price?: string | undefined;
  onClose: () => void;
}

/** The form that changes an order; nothing is changed before it is sent. */
export function AmendSheet({ order, price, onClose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('spot.amendLong')} opened={order !== null} onClose={onClose}>
      {/* What was typed goes by the order as it then was. */}
      {order && <AmendForm order={order} wished={price ?? order.target_price} onDone={onClose} />}
    </Sheet>
  );
}

interface FormProps {
  order: SpotOrderView;
  wished: string;
  onDone: () => void;
}

function AmendForm({ order, wished, onDone }: FormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const { base, quote } = codesOf(order);
  const typed = (amount: string) => typedAs(withoutClosingZeros(amount), language);
  const [price, setPrice] = useState(() => typed(wished));
  const [quantity, setQuantity] = useState(() => typed(order.trade_amount));
  const amendment = amendmentOf(order, {
    target_price: readTypedAmount(price, language),
    amount: readTypedAmount(quantity, language),
  });
  const settled = useSettled(amendment);
  const { preview, refusal } = previewed(settled, useQuery(amendmentPreviewOf(settled)), t);
  const { busy, problem, submit } = useSubmission<Amendment>(NO_FIELDS, {
    send: async (wish, key) => {
      try {
        toast(await amendOrder(wish, key));
        onDone();
      } finally {
        await Promise.all([ORDERS_KEY, ORDER_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
      }
    },
  });
  const words = refusal ?? problem;
  return (
    <form
      noValidate
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (amendment !== null && refusal === null) submit(amendment);
      }}
    >
      <AmountInput label={t('spot.limitPrice')} unit={quote} value={price} onChange={setPrice} />
      <AmountInput label={t('spot.quantity')} unit={base} value={quantity} onChange={setQuantity} />
      {preview && <Outcome order={order} preview={preview} />}
      {words !== null && (
        <p role="alert" className={styles.problem}>
          {words}
        </p>
      )}
      <Button type="submit" fullWidth size="lg" loading={busy} disabled={amendment === null || refusal !== null}>
        {t('spot.amendSave')}
      </Button>
    </form>
  );
}

function Outcome({ order, preview }: { order: SpotOrderView; preview: SpotAmendmentPreviewView }) {
  const { t } = useTranslation();
  const { base, quote } = codesOf(order);
  const demo = order.account_type === 'simulation_account';
  const isBuy = order.type === 1;
  const paid = isBuy ? quote : base;
  const executes = /[1-9]/.test(preview.filled);
  return (
    <FactList
      facts={[
        { label: t('spot.executed'), value: <MoneyText value={preview.filled_before} unit={base} demo={demo} /> },
        ...(executes
          ? [{ label: t('spot.now'), value: <MoneyText value={preview.filled} unit={base} demo={demo} /> }]
          : []),
        ...(executes
          ? [{ label: t('spot.fee'), value: <MoneyText value={preview.fee} unit={quote} demo={demo} /> }]
          : []),
        { label: t('spot.frozenBefore'), value: <MoneyText value={preview.frozen_before} unit={paid} demo={demo} /> },
        { label: t('spot.frozenAfter'), value: <MoneyText value={preview.frozen} unit={paid} demo={demo} /> },
        { label: t('spot.balanceAfter'), value: <MoneyText value={preview.balance_after} unit={paid} demo={demo} /> },
      ]}
    />
  );
}

/** What is to be another; null while nothing is, or something is no amount. */
function amendmentOf(
  order: SpotOrderView,
  { target_price, amount }: Record<'target_price' | 'amount', string | null>,
): Amendment | null {
  if (target_price === null || amount === null || toUnits(target_price) === 0n || toUnits(amount) === 0n) return null;
  const isPrice = toUnits(target_price) !== toUnits(order.target_price);
  const isAmount = toUnits(amount) !== toUnits(order.trade_amount);
  if (!isPrice && !isAmount) return null;
  const { id, account_type } = order;
  return { id, account_type, ...(isPrice && { target_price }), ...(isAmount && { amount }) };
}
