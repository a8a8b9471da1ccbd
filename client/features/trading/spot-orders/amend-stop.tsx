import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopAmendmentPreviewView } from '../../../../server/contract/trading/spot-stop-amendments.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { toUnits } from '../../../../server/contract/money';
import { useLanguage } from '../../../platform/preferences';
import { useSubmission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { useMoment } from '../../../ui/use-moment';
import { MarketPrice } from '../../markets/market-list';
import styles from './amend-order.module.css';
import { FactList } from './fact-list';
import sheetStyles from './order-sheet.module.css';
import { codesOf } from './order-state';
import {
  amendStop,
  ORDERS_KEY,
  type StopAmendment,
  stopAmendmentPreviewOf,
  stopAmendmentsOf,
  stopsOf,
  type StopTerm,
} from './spot-orders.api';
import { previewed, useSettled } from './use-settled';

/** No field is to blame by the server's codes: every refusal is shown above the button. */
const NO_FIELDS = { setFieldError: () => undefined, getInputNode: () => null };

/** Changes a stop that waits, in a sheet of its own. */
export function AmendStop({ stop }: { stop: SpotStopView }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="sm" mih={44} onClick={() => setOpened(true)}>
        {t('spot.amend')}
      </Button>
      <AmendStopSheet stop={opened ? stop : null} onClose={() => setOpened(false)} />
    </>
  );
}

/** Changes an order that waits, and the stop that waits paired with it. */
export function AmendPair({ order: { account_type, paired_stop_id } }: { order: SpotOrderView }) {
  const { data } = useQuery(stopsOf(account_type, 'waiting'));
  const stop = data?.find(({ id }) => id === paired_stop_id);
  return stop && stop.triggered_price === null ? <AmendStop stop={stop} /> : null;
}

interface SheetProps {
  /** As it is now; null: none is changed. */
  stop: SpotStopView | null;
  /** What the form begins with, instead of the stop's own. */
  begin?: Typed | undefined;
  onClose: () => void;
}

/** The form that changes a stop; nothing is changed before it is sent. */
export function AmendStopSheet({ stop, begin, onClose }: SheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('spot.amendLong')} opened={stop !== null} onClose={onClose}>
      {stop && <AmendForm key={stop.id} stop={stop} begin={begin} onDone={onClose} />}
    </Sheet>
  );
}

type Typed = Partial<Record<StopTerm, string>>;

interface Field {
  term: StopTerm;
  label: string;
  unit: string;
  value: string;
}

/** What may be changed of a stop of its kind, as it is. */
function fieldsOf(stop: SpotStopView, t: TFunction): Field[] {
  const { base, quote } = codesOf(stop);
  const { trail_percent: percent, trail_distance: distance, cost, quantity } = stop;
  const place: Field[] =
    percent !== null
      ? [{ term: 'trail_percent', label: t('spot.behindBest'), unit: '%', value: percent }]
      : distance !== null
        ? [{ term: 'trail_distance', label: t('spot.behindBest'), unit: quote, value: distance }]
        : [{ term: 'trigger_price', label: t('spot.trigger'), unit: quote, value: stop.trigger_price }];
  const { target_price: limit, paired_price: paired } = stop;
  const behind = t(paired === null ? 'spot.limitPrice' : 'spot.behind');
  return [
    ...(paired === null
      ? []
      : [{ term: 'paired_price' as const, label: t('spot.limitPrice'), unit: quote, value: paired }]),
    ...place,
    ...(limit === null ? [] : [{ term: 'target_price' as const, label: behind, unit: quote, value: limit }]),
    cost === null
      ? { term: 'amount', label: t('spot.quantity'), unit: base, value: quantity ?? '' }
      : { term: 'amount', label: t('spot.amount'), unit: quote, value: cost },
  ];
}

interface FormProps {
  stop: SpotStopView;
  begin: Typed | undefined;
  onDone: () => void;
}

function AmendForm({ stop, begin = {}, onDone }: FormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  // A change is one of the stop that was opened: the server refuses it where somebody has changed it since. Whoever was told so goes
  // by the stop as it is now, and keeps what was typed.
  const [before, setBefore] = useState(stop);
  const fields = fieldsOf(before, t);
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      fields.map(({ term, value }) => [term, typedAs(withoutClosingZeros(begin[term] ?? value), language)]),
    ),
  );
  const amendment = amendmentOf([before, stop], fields, (term) => readTypedAmount(typed[term] ?? '', language));
  const settled = useSettled(amendment);
  const { preview, refusal } = previewed(settled, useQuery(stopAmendmentPreviewOf(settled)), t);
  const { busy, problem, submit } = useSubmission<StopAmendment>(NO_FIELDS, {
    send: async (wish, key) => {
      try {
        toast(await amendStop(wish, key));
        onDone();
      } finally {
        await queries.invalidateQueries({ queryKey: ORDERS_KEY });
      }
    },
  });
  const words = refusal ?? problem;
  if (words !== null && before.amendments !== stop.amendments) setBefore(stop);
  return (
    <form
      noValidate
      className={styles.body}
      onSubmit={(event) => {
        event.preventDefault();
        if (amendment !== null && refusal === null) submit(amendment);
      }}
    >
      {fields.map(({ term, label, unit }) => (
        <AmountInput
          key={term}
          label={label}
          unit={unit}
          value={typed[term] ?? ''}
          onChange={(text) => setTyped((others) => ({ ...others, [term]: text }))}
        />
      ))}
      {preview && <Outcome stop={before} preview={preview} />}
      {words !== null && (
        <p role="alert" className={styles.problem}>
          {words}
        </p>
      )}
      <Button type="submit" fullWidth size="lg" loading={busy} disabled={amendment === null || refusal !== null}>
        {t('spot.amendSave')}
      </Button>
      <Changes stop={stop} />
    </form>
  );
}

function Outcome({ stop, preview }: { stop: SpotStopView; preview: SpotStopAmendmentPreviewView }) {
  const { t } = useTranslation();
  const { base, quote } = codesOf(stop);
  const demo = stop.account_type === 'simulation_account';
  const paid = stop.type === 1 ? quote : base;
  const trigger = <MarketPrice symbol={stop.symbol} value={preview.trigger_price} unit={quote} />;
  return (
    <FactList
      facts={[
        { label: t('spot.trigger'), value: trigger },
        { label: t('spot.frozenBefore'), value: <MoneyText value={preview.frozen_before} unit={paid} demo={demo} /> },
        { label: t('spot.frozenAfter'), value: <MoneyText value={preview.frozen} unit={paid} demo={demo} /> },
        { label: t('spot.balanceAfter'), value: <MoneyText value={preview.balance_after} unit={paid} demo={demo} /> },
      ]}
    />
  );
}

/** What its user has changed of it before, the newest first. */
function Changes({ stop }: { stop: SpotStopView }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { data } = useQuery(stopAmendmentsOf(stop));
  if (!data || data.length === 0) return null;
  const { base, quote } = codesOf(stop);
  const price = (value: string, unit?: string) => <MarketPrice symbol={stop.symbol} value={value} unit={unit} />;
  return (
    <>
      <h3 className={sheetStyles.heading}>{t('spot.amendments')}</h3>
      <ul>
        {data.map((row) => (
          <li key={row.at} className={sheetStyles.fill}>
            <span className={sheetStyles.line}>
              <span>
                {price(row.trigger_before)} → {price(row.trigger_after, quote)}
              </span>
              <span>
                <MoneyText value={row.amount_before} /> →{' '}
                <MoneyText value={row.amount_after} unit={stop.cost === null ? base : quote} />
              </span>
            </span>
            {(
              [
                [t('spot.limitPrice'), row.paired_before, row.paired_after],
                [
                  t(stop.paired_order_id === null ? 'spot.limitPrice' : 'spot.behind'),
                  row.limit_before,
                  row.limit_after,
                ],
              ] as const
            ).map(([label, before, after], place) =>
              before === null || after === null || before === after ? null : (
                <span key={place === 0 ? 'paired' : 'limit'} className={sheetStyles.small}>
                  <span>{label}</span>
                  <span>
                    {price(before)} → {price(after, quote)}
                  </span>
                </span>
              ),
            )}
            <span className={`numbers ${sheetStyles.small}`}>{moment(row.at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is to be another than in the stop that was opened, or in the one of now; null while nothing is, or something is no amount. */
function amendmentOf(
  [before, now]: readonly [SpotStopView, SpotStopView],
  fields: readonly Field[],
  read: (term: StopTerm) => string | null,
): StopAmendment | null {
  const terms: Typed = {};
  for (const { term, value } of fields) {
    const wished = read(term);
    if (wished === null || toUnits(wished) === 0n) return null;
    if ([value, valueOf(now, term)].some((text) => toUnits(text) !== toUnits(wished))) terms[term] = wished;
  }
  if (Object.keys(terms).length === 0) return null;
  const { id, account_type, amendments } = before;
  return { id, account_type, amendments: String(amendments), ...terms };
}

function valueOf(stop: SpotStopView, term: StopTerm): string {
  return (term === 'amount' ? (stop.cost ?? stop.quantity) : stop[term]) ?? '0';
}
