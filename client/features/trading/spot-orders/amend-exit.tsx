import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { useLanguage } from '../../../platform/preferences';
import type { Submission } from '../../../platform/use-submission';
import { AmountInput } from '../../../ui/amount-input';
import { withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { MarketPrice } from '../../markets/market-list';
import styles from './amend-order.module.css';
import { EXIT_TERM_NAMES, EXIT_TERMS, exitAmendmentOf, isExitChangeable } from './exit-terms';
import { FactList } from './fact-list';
import { codesOf } from './order-state';
import { amendExit, type ExitAmendment, type ExitTerm } from './spot-orders.api';
import { useChangeCommand } from './use-change-command';
import { useOrderNow } from './use-order-now';

interface Act {
  order: SpotOrderView;
  /** Its sheet is its caller's: the button goes with the order, and the sheet has to say what became of that. */
  onAmend: (order: SpotOrderView) => void;
}

/** Asks for the sheet that changes where a purchase is to leave its take-profit and stop-loss. */
export function AmendExit({ order, onAmend }: Act) {
  const { t } = useTranslation();
  if (!isExitChangeable(order)) return null;
  return (
    <Button variant="default" size="sm" mih={44} onClick={() => onAmend(order)}>
      {t('spot.exitAmend')}
    </Button>
  );
}

interface SheetProps {
  /** As it was when its user asked for it, whatever becomes of it while the sheet is open; null: none is changed. */
  order: SpotOrderView | null;
  /** What the form begins with, instead of the prices that there are. */
  begin?: Partial<Record<ExitTerm, string>> | undefined;
  onClose: () => void;
}

/** The form that changes them; nothing is changed before it is sent, and only its user closes it. */
export function AmendExitSheet({ order, begin, onClose }: SheetProps) {
  const { t } = useTranslation();
  const { command, leave } = useChangeCommand(amendExit, onClose);
  return (
    <Sheet title={t('spot.exitAmend')} opened={order !== null} onClose={leave}>
      {order && <AmendForm key={order.id} opened={order} begin={begin ?? {}} command={command} />}
    </Sheet>
  );
}

interface FormProps {
  opened: SpotOrderView;
  begin: Partial<Record<ExitTerm, string>>;
  command: Submission<ExitAmendment>;
}

function AmendForm({ opened, begin, command }: FormProps) {
  const { t } = useTranslation();
  const { quote } = codesOf(opened);
  const { textOf, change, amendment, over, elsewhere, look } = useTerms(opened, begin, command);
  // A failure of what was sent before this form was opened is of another one.
  const [isSent, setIsSent] = useState(false);
  // What may have been done already is asked about as it was, under its key: nothing that was read meanwhile is an answer.
  const isHeld = amendment !== null && command.held(amendment) !== null;
  const isReady = isHeld || (amendment !== null && over === null && elsewhere === null);
  const words = (isHeld ? null : (over ?? elsewhere)) ?? (isSent ? command.problem : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amendment === null || !isReady) return;
    setIsSent(true);
    command.submit(amendment);
  };
  return (
    <form noValidate className={styles.body} onSubmit={submit}>
      <FactList
        facts={[
          {
            label: t('spot.limitPrice'),
            value: <MarketPrice symbol={opened.symbol} value={opened.target_price} unit={quote} />,
          },
        ]}
      />
      {EXIT_TERM_NAMES.filter((term) => opened.exit?.[term] != null).map((term) => (
        <AmountInput
          key={term}
          label={t(EXIT_TERMS[term])}
          unit={quote}
          value={textOf(term)}
          onChange={(text) => change(term, text)}
        />
      ))}
      {words !== null && (
        <p role="alert" className={styles.problem}>
          {words}
        </p>
      )}
      {!isHeld && over === null && elsewhere !== null && (
        <Button variant="default" fullWidth onClick={look}>
          {t('spot.amendLook')}
        </Button>
      )}
      <Button type="submit" fullWidth size="lg" loading={command.busy} disabled={!isReady}>
        {t('spot.amendSave')}
      </Button>
    </form>
  );
}

/** What is typed, beside what its user has seen last and what is by now. */
function useTerms(
  opened: SpotOrderView,
  begin: Partial<Record<ExitTerm, string>>,
  { clear }: Pick<Submission<ExitAmendment>, 'clear'>,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const typed = (price: string) => typedAs(withoutClosingZeros(price), language);
  const { now, over: ended } = useOrderNow(opened);
  const [seen, setSeen] = useState(opened);
  const [touched, setTouched] = useState<Partial<Record<ExitTerm, string>>>(() =>
    Object.fromEntries(Object.entries(begin).map(([term, price]) => [term, typed(price)])),
  );
  const read = Object.fromEntries(
    Object.entries(touched).map(([term, text]) => [term, readTypedAmount(text, language)]),
  );
  const status = now.exit?.status;
  const isOver = ended === null && status !== undefined && status !== 'waiting';
  return {
    amendment: exitAmendmentOf(seen, read),
    textOf: (term: ExitTerm) => touched[term] ?? typed(seen.exit?.[term] ?? ''),
    change: (term: ExitTerm, text: string) => {
      setTouched((others) => ({ ...others, [term]: text }));
      clear();
    },
    over: isOver ? `${t('spot.amendOver')} · ${t(`spot.exitStates.${status}`)}` : ended,
    /** Somebody, on another page perhaps, has changed it since its user saw it. */
    elsewhere: seen.exit?.amendments === now.exit?.amendments ? null : t('spot.amendElsewhere'),
    /** Shows it as it is now; what was typed stays. */
    look: () => {
      setSeen(now);
      clear();
    },
  };
}
