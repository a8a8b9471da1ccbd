import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { Market } from '../../markets/market-list';
import { useLanguage } from '../../../platform/preferences';
import { useSheetEntry } from '../../../platform/use-sheet-entry';
import { Sheet } from '../../../ui/sheet';
import { ConfirmStep } from './confirm-step';
import { LeverageStep } from './leverage-step';
import { ModeStep } from './mode-step';
import { TicketForm } from './ticket-form';
import { type Command, useCommand } from '../futures-account';
import { type Ticket, useOrderPreview } from './use-ticket';

export type TicketStep = 'form' | 'leverage' | 'mode' | 'confirm';

export interface TicketProps {
  market: Market;
  product: FuturesProductView;
  ticket: Ticket;
  /** Free in the contract account. */
  available: string;
  /** What is open and ordered in the market and side already. */
  beside: string;
  /** Until when the account may use no more leverage than new ones; null when it may. */
  newUntil: number | null;
  /** Why nothing can be opened now; null when it can. */
  stopped: string | null;
}

interface Props extends TicketProps {
  opened: boolean;
  onClose: () => void;
}

/** The order ticket: one sheet whose steps keep what was typed. */
export function TicketSheet({ opened, onClose, ...ticket }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<TicketStep>('form');
  const submit = useCommand('submit');
  const { side } = ticket.ticket.values;
  const titles: Record<TicketStep, string> = {
    form: ticket.market.symbol,
    leverage: t('futures.leverage'),
    mode: t('futures.marginMode'),
    confirm: t(side === 'long' ? 'futures.confirmLong' : 'futures.confirmShort'),
  };
  const show = (next: TicketStep) => {
    submit.clear();
    setStep(next);
  };
  const close = () => {
    onClose();
    show('form');
  };
  useSheetEntry(opened && step !== 'form', () => show('form'));
  // Every way out of a step leads back to the form before it leads out of the sheet.
  const leave = () => (step === 'form' ? close() : show('form'));
  return (
    <Sheet title={titles[step]} opened={opened} onClose={leave}>
      {opened && <Steps {...ticket} step={step} submit={submit} onStep={show} onDone={close} />}
    </Sheet>
  );
}

interface StepProps extends TicketProps {
  step: TicketStep;
  submit: Command;
  onStep: (step: TicketStep) => void;
  onDone: () => void;
}

function Steps({ step, submit, onStep, onDone, ...props }: StepProps) {
  const language = useLanguage();
  const order = useOrderPreview(props.ticket.wish, step === 'form' || step === 'confirm');
  const back = () => onStep('form');
  switch (step) {
    case 'leverage':
      return <LeverageStep {...props} language={language} onDone={back} />;
    case 'mode':
      return <ModeStep ticket={props.ticket} onDone={back} />;
    case 'confirm':
      return <ConfirmStep {...props} order={order} submit={submit} onBack={back} onDone={onDone} />;
    default:
      return <TicketForm {...props} order={order} onStep={onStep} />;
  }
}
