import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { otcChoices, type OtcEvent, type OtcTimes } from '../../../../server/contract/rules/otc-order.rules';
import type { OtcOrderDetailView } from '../../../../server/contract/trading/otc-orders.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { useFromNow } from '../../../platform/use-now';
import { ConsentBox } from '../../../ui/consent-box';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { Sheet } from '../../../ui/sheet';

import { toast } from '../../../ui/toast';
import { end, type FinalEvent, KEYS, move, type PlainEvent } from './otc.api';
import styles from './otc.module.css';
import { SafetyNote } from './safety-note';
import { StatementForm } from './statement-form';

/** The first is what one came for; the others are quieter. */
const ORDERED = ['pay', 'release', 'extend', 'appeal', 'reopen', 'cancel', 'concede'] as const;
type Shown = (typeof ORDERED)[number];
/** What ends an order without its coins invites nobody. */
const LOOKS: Record<Shown, { variant: string; color?: string }> = {
  pay: { variant: 'filled' },
  release: { variant: 'filled' },
  extend: { variant: 'default' },
  appeal: { variant: 'light' },
  reopen: { variant: 'light' },
  cancel: { variant: 'default' },
  concede: { variant: 'subtle', color: 'red' },
};

/** What this side can do now, by the table that the server judges by. */
export function OrderActions({ detail }: { detail: OtcOrderDetailView }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Shown | null>(null);
  const { order } = detail;
  const times: OtcTimes = {
    state: order.state,
    payUntil: order.pay_until,
    extended: order.extended,
    paidAt: order.paid_at,
    reminded: order.reminded,
    endedAt: order.ended_at,
    endedBy: order.ended_by,
    reopened: order.reopened,
  };
  const actor = order.type === 'buy' ? 'buyer' : 'seller';
  // As text: what is compared from one second to the next.
  const open = useFromNow((now) => otcChoices(times, actor, now).join(',')).split(',') as OtcEvent[];
  const shown = ORDERED.filter((event) => open.includes(event));
  const close = () => setAsked(null);
  return (
    <div className={styles.actions}>
      {shown.map((event) => (
        <Button key={event} size="lg" {...LOOKS[event]} onClick={() => setAsked(event)}>
          {t(`otc.do.${event}`)}
        </Button>
      ))}
      <Sheet title={asked === null ? '' : t(`otc.do.${asked}`)} opened={asked !== null} onClose={close}>
        {(asked === 'appeal' || asked === 'reopen') && (
          <StatementForm id={order.id} event={asked} side={order.type} onDone={close} />
        )}
        {asked !== null && asked !== 'appeal' && asked !== 'reopen' && (
          <Step key={asked} detail={detail} event={asked} onDone={close} />
        )}
      </Sheet>
    </div>
  );
}

type Stepped = PlainEvent | FinalEvent;

function isFinal(event: Stepped): event is FinalEvent {
  return event === 'release' || event === 'concede';
}

/** What is asked of cash, which went through no account. */
function inWords<Event extends Stepped>(event: Event, isCash: boolean): Event | 'cashPay' | 'cashRelease' {
  if (!isCash) return event;
  if (event === 'pay') return 'cashPay';
  return event === 'release' ? 'cashRelease' : event;
}

/** A question with what has to be true before it is answered; what gives coins away wants the fund password, too. */
function Step({ detail, event, onDone }: { detail: OtcOrderDetailView; event: Stepped; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce();
  const [ticked, setTicked] = useState(false);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { order, payer_name: payer, pause_minutes: pause } = detail;
  const asksTick = event !== 'extend' && event !== 'cancel';
  const go = async () => {
    if (asksTick && !ticked) return setProblem(t('otc.tickFirst'));
    if (isFinal(event) && !/^\d{6}$/.test(pin)) return setProblem(t('otc.enterPin'));
    setProblem(null);
    try {
      const send = (_none: undefined, key: string) =>
        isFinal(event) ? end(order.id, { event, pin }, key) : move(order.id, event, key);
      const words = await run({ intent: `${event}:${order.id}`, content: undefined, send });
      if (words === undefined) return;
      toast(words);
      onDone();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.mine });
    }
  };
  const name = payer ?? '';
  const isCash = order.way === 'cash';
  return (
    <div className={styles.sheet}>
      <p className={styles.text}>
        {event === 'cancel'
          ? t(pause ? 'otc.ask.cancel' : 'otc.ask.cancelDay', { minutes: pause ?? 0 })
          : t(`otc.ask.${inWords(event, isCash)}`, { name })}
      </p>
      {event === 'concede' && (
        <p className={styles.text}>{t(pause ? 'otc.ask.pause' : 'otc.ask.pauseDay', { minutes: pause ?? 0 })}</p>
      )}
      {(event === 'pay' || event === 'release') && (
        <SafetyNote text={t(`otc.safety.${inWords(event, isCash)}`, { name })} />
      )}
      {asksTick && (
        <ConsentBox label={t(`otc.tick.${inWords(event, isCash)}`, { name })} checked={ticked} onChange={setTicked} />
      )}
      {isFinal(event) && <FundPasswordField value={pin} onChange={setPin} />}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button
        size="lg"
        loading={busy}
        color={event === 'cancel' || event === 'concede' ? 'red' : undefined}
        onClick={() => void go()}
      >
        {t(`otc.do.${event}`)}
      </Button>
    </div>
  );
}
