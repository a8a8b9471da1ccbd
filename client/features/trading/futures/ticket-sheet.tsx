import type { Tapped } from '../../../ui/use-one-tap';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { Market } from '../../markets/market-list';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import { useSheetEntry } from '../../../platform/use-sheet-entry';
import { Sheet } from '../../../ui/sheet';
import { useKeyActs } from '../order-keys';
import { ConfirmStep } from './confirm-step';
import { LeverageStep } from './leverage-step';
import { ModeStep } from './mode-step';
import { TicketForm } from './ticket-form';
import styles from './ticket-sheet.module.css';
import { type Command, orderBody, useCommand } from '../futures-account';
import { useOrderPreview } from './use-order-preview';
import type { Ticket } from './use-ticket';

export type TicketStep = 'form' | 'leverage' | 'mode' | 'confirm';

export interface TicketProps {
  market: Market;
  product: FuturesProductView;
  ticket: Ticket;
  /** Free in the futures account. */
  available: string;
  /** What is open and ordered in the market and side already. */
  beside: string;
  /** Lots of the other side that an order which only reduces could take away. */
  reducible: number;
  /** Until when the account may use no more leverage than new ones; null when it may. */
  newUntil: number | null;
  /** Why nothing can be opened now; null when it can. */
  stopped: string | null;
  /** Why an order may only reduce now, which is all that the ticket then offers; null or left out when it need not. */
  onlyReduces?: string | null;
}

interface Props extends TicketProps {
  opened: boolean;
  onClose: () => void;
  /** It stands on the page, and opening it leads there; otherwise it is a sheet. */
  inline?: boolean;
}

/** The order ticket: one sheet, or one part of the page, whose steps keep what was typed. */
export function TicketSheet({ opened, onClose, inline = false, ...ticket }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<TicketStep>('form');
  const [tappedAt, setTappedAt] = useState<Tapped | null>(null);
  const submit = useCommand('submit');
  // On the page nothing is asked of the server before somebody turns to the ticket.
  const [isUsed, use] = useState(!inline);
  // Which step this is of all that there were: what was sent in one closes no other.
  const [visit, setVisit] = useState(0);
  const latest = useRef(visit);
  useEffect(() => {
    latest.current = visit;
  });
  const go = (next: TicketStep) => {
    setStep(next);
    setVisit((before) => before + 1);
  };
  // Shut in the middle of a step, as by a screen that is turned, it begins with the form again.
  if (!opened && !inline && step !== 'form') go('form');
  const { side, reduceOnly } = ticket.ticket.values;
  const titles: Record<TicketStep, string> = {
    form: ticket.market.symbol,
    leverage: t('futures.leverage'),
    mode: t('futures.marginMode'),
    confirm: reduceOnly
      ? t('futures.confirmReduce')
      : t(side === 'long' ? 'futures.confirmLong' : 'futures.confirmShort'),
  };
  const show = (next: TicketStep) => {
    submit.clear();
    go(next);
  };
  const close = () => {
    onClose();
    show('form');
  };
  const isStill = () => latest.current === visit;
  const steps = { step, submit, isStill, tappedAt, onTapped: setTappedAt, onStep: show };
  // Every way out of a step leads back to the form before it leads out of the sheet. What becomes of an order on its way is waited for.
  const leave = () => {
    if (submit.busy) return;
    if (step === 'form') close();
    else show('form');
  };
  useSheetEntry((opened || inline) && step !== 'form', leave);
  // On the page a step is no dialog, which Escape would leave by itself.
  const isLeft = inline && step !== 'form' && !submit.busy;
  useKeyActs(isLeft ? { ticket: () => null, isStopped: true, close: leave } : null);
  if (inline)
    return (
      <OnPage
        title={titles[step]}
        opened={opened}
        onOpened={onClose}
        onBack={step === 'form' ? null : leave}
        onUse={() => use(true)}
      >
        <Steps {...ticket} {...steps} hasBook={false} isUsed={isUsed} onDone={() => show('form')} />
      </OnPage>
    );
  return (
    <Sheet title={titles[step]} opened={opened} onClose={leave}>
      {opened && <Steps {...ticket} {...steps} hasBook isUsed onDone={close} />}
    </Sheet>
  );
}

interface OnPageProps {
  title: string;
  opened: boolean;
  /** The user was led to it. */
  onOpened: () => void;
  onBack: (() => void) | null;
  /** Something in it has the focus. */
  onUse: () => void;
  children: ReactNode;
}

function OnPage({ title, opened, onOpened, onBack, onUse, children }: OnPageProps) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    section.current?.focus();
    onOpened();
  }, [opened, onOpened]);
  return (
    <section ref={section} tabIndex={-1} className={styles.page} aria-label={title} onFocus={onUse}>
      <div className={styles.head}>
        {onBack && (
          <ActionIcon aria-label={t('common.back')} onClick={onBack}>
            <IconChevronLeft size={22} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}

interface StepProps extends TicketProps {
  step: TicketStep;
  isUsed: boolean;
  hasBook: boolean;
  submit: Command;
  /** Whether the ticket is in this step yet. */
  isStill: () => boolean;
  /** When what is confirmed was tapped: it goes without a confirmation. */
  tappedAt: Tapped | null;
  onTapped: (at: Tapped | null) => void;
  onStep: (step: TicketStep) => void;
  onDone: () => void;
}

function Steps({ step, isUsed, hasBook, submit, isStill, tappedAt, onTapped, onStep, onDone, ...props }: StepProps) {
  const language = useLanguage();
  const type = useAccountType();
  const { wish, values } = props.ticket;
  const isOpen = wish !== null && submit.isHeld(JSON.stringify(orderBody(wish, type)));
  const order = useOrderPreview(wish, values.amount, isUsed && (step === 'form' || step === 'confirm'));
  const back = () => onStep('form');
  switch (step) {
    case 'leverage':
      return <LeverageStep {...props} language={language} onDone={back} />;
    case 'mode':
      return <ModeStep ticket={props.ticket} onDone={back} />;
    case 'confirm':
      return <ConfirmStep {...props} {...{ order, submit, isStill, tappedAt, onDone }} onBack={back} />;
    default:
      return <TicketForm {...props} {...{ hasBook, order, isOpen, onStep, onTapped }} />;
  }
}
