import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefusalCode } from '../../../../server/contract/errors';
import type { SpotStopAmendmentPreviewView } from '../../../../server/contract/trading/spot-stop-amendments.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import { CallFailed } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import type { Submission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { MarketPrice } from '../../markets/market-list';
import styles from './amend-order.module.css';
import { FactList } from './fact-list';
import { codesOf } from './order-state';
import { amendStop, ORDERS_KEY, type StopAmendment, stopAmendmentPreviewOf } from './spot-orders.api';
import { StopChanges } from './stop-changes';
import { amendmentOf, fieldsOf, type StopField, type StopTerms } from './stop-terms';
import { useChangeCommand } from './use-change-command';
import { previewed, useSettled } from './use-settled';
import { useStopNow } from './use-stop-now';

interface SheetProps {
  /** As it was when its user asked for it, whatever becomes of it while the sheet is open; null: none is changed. */
  stop: SpotStopView | null;
  /** What the form begins with, instead of the stop's own. */
  begin?: StopTerms | undefined;
  onClose: () => void;
}

/** The form that changes a stop; nothing is changed before it is sent, and only its user closes it. */
export function AmendStopSheet({ stop, begin, onClose }: SheetProps) {
  const { t } = useTranslation();
  const { command, leave } = useChangeCommand(amendStop, onClose);
  return (
    <Sheet title={t('spot.amendLong')} opened={stop !== null} onClose={leave}>
      {stop && <AmendForm key={stop.id} opened={stop} begin={begin} command={command} />}
    </Sheet>
  );
}

interface FormProps {
  opened: SpotStopView;
  begin: StopTerms | undefined;
  command: Submission<StopAmendment>;
}

function AmendForm({ opened, begin, command }: FormProps) {
  const { t } = useTranslation();
  const { fields, textOf, change, amendment, now, over, look, isSeen } = useTerms(opened, begin, command);
  // A failure of what was sent before this form was opened is of another one.
  const [isSent, setIsSent] = useState(false);
  const problem = isSent ? command.problem : null;
  // What may have been done already is asked about as it was, under its key: nothing that was read meanwhile is an answer.
  const isHeld = amendment !== null && command.held(amendment) !== null;
  const isFree = over === null && isSeen;
  const { preview, refusal } = usePreview(isFree && !isHeld ? amendment : null);
  const elsewhere = isSeen || over !== null || isHeld ? null : t('spot.amendElsewhere');
  const words = (isHeld ? null : over) ?? elsewhere ?? refusal ?? problem;
  const isReady = isHeld || (isFree && amendment !== null && refusal === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amendment === null || !isReady) return;
    setIsSent(true);
    command.submit(amendment);
  };
  return (
    <form noValidate className={styles.body} onSubmit={submit}>
      {fields.map((field) => (
        <AmountInput
          key={field.term}
          label={field.label}
          unit={field.unit}
          value={textOf(field)}
          onChange={(text) => change(field, text)}
        />
      ))}
      {preview && <Outcome stop={now} preview={preview} />}
      {words !== null && (
        <p role="alert" className={styles.problem}>
          {words}
        </p>
      )}
      {elsewhere !== null && (
        <Button variant="default" fullWidth onClick={look}>
          {t('spot.amendLook')}
        </Button>
      )}
      <Button type="submit" fullWidth size="lg" loading={command.busy} disabled={!isReady}>
        {t('spot.amendSave')}
      </Button>
      <StopChanges stop={now} />
    </form>
  );
}

/** What is typed, beside the stop as its user has seen it last and as it is by now. */
function useTerms(opened: SpotStopView, begin: StopTerms = {}, { clear }: Pick<Submission<StopAmendment>, 'clear'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const typed = (amount: string) => typedAs(withoutClosingZeros(amount), language);
  const { now, over } = useStopNow(opened);
  // A change is one of the stop that its user saw, and goes with how often that had been changed: the server refuses it where somebody
  // has changed it since. Only its user takes the stop of now for it.
  const [seen, setSeen] = useState(opened);
  const [touched, setTouched] = useState<StopTerms>(() =>
    Object.fromEntries(Object.entries(begin).map(([term, amount]) => [term, typed(amount)])),
  );
  const fields = fieldsOf(seen, t);
  const read = Object.fromEntries(
    Object.entries(touched).map(([term, text]) => [term, readTypedAmount(text, language)]),
  );
  return {
    now,
    over,
    fields,
    amendment: amendmentOf(seen, fields, read),
    textOf: ({ term, value }: StopField) => touched[term] ?? typed(value),
    change: ({ term }: StopField, text: string) => {
      setTouched((others) => ({ ...others, [term]: text }));
      clear();
    },
    /** Whether nobody has changed it since its user saw it. */
    isSeen: seen.amendments === now.amendments,
    /** Shows it as it is now; what was typed stays. */
    look: () => {
      setSeen(now);
      clear();
    },
  };
}

/** Refusals that say that the stop is another one than the lists have. */
const STALE: readonly (RefusalCode | null)[] = ['spot.changed', 'spot.not-open', 'spot.stop-reached'];

/** What the server says of the change as it is typed; where the stop has become another one, that is read. */
function usePreview(amendment: StopAmendment | null) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const settled = useSettled(amendment);
  const answer = useQuery(stopAmendmentPreviewOf(settled));
  const isStale = settled !== null && answer.error instanceof CallFailed && STALE.includes(answer.error.code);
  useEffect(() => {
    if (isStale) void queries.invalidateQueries({ queryKey: ORDERS_KEY });
  }, [isStale, queries]);
  return previewed(settled, answer, t);
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
        {
          label: t('spot.availableAfterChange'),
          value: <MoneyText value={preview.balance_after} unit={paid} demo={demo} />,
        },
      ]}
    />
  );
}
