import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fromUnits, toUnits } from '../../../../server/contract/money';
import type { OptionOrderView, OptionQuoteView } from '../../../../server/contract/trading/options.dto';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { LosingShare } from '../losing-accounts';
import { OPTION_KEYS, type OptionWish, POINTS, useTermWords } from '../option-orders';
import styles from './confirm-option.module.css';
import { QuoteEntry, useLeft } from './quote-entry';
import { percentOf } from './stake';
import { type Purchase, usePurchases } from './use-purchase';
import { type LiveQuote, useQuote } from './use-quote';

export interface Wanted {
  /** Another number for every time that something is wanted: what was bought is not confirmed again. */
  opening: number;
  wish: OptionWish;
  symbol: string;
  unit: string;
  /** Why nothing can be bought any more, in words. */
  blocked: string | null;
}

interface Props {
  wanted: Wanted | null;
  onClose: () => void;
  onBought: (order: OptionOrderView) => void;
}

const BUY = { rise: 'buyRise', fall: 'buyFall', even: 'buyEven' } as const;

/** The last look at an order: what it is, at which entry, and what it may cost. */
export function ConfirmOption({ wanted, onClose, onBought }: Props) {
  const { t } = useTranslation();
  // The sheet keeps its words while it goes down.
  const [shown, setShown] = useState(wanted);
  if (wanted !== null && wanted !== shown) setShown(wanted);
  // Outlives the sheet, so that a try whose outcome is not known keeps its quote and its key.
  const purchases = usePurchases();
  // What becomes of an order on its way is waited for.
  const close = () => {
    if (!purchases.busy) onClose();
  };
  const title = shown === null ? '' : `${t(`option.${shown.wish.direction}`)} · ${shown.symbol}`;
  return (
    <Sheet title={title} opened={wanted !== null} onClose={close}>
      {shown && (
        <Confirm
          key={shown.opening}
          wanted={shown}
          purchase={purchases.of(shown)}
          onClose={close}
          onBought={onBought}
        />
      )}
    </Sheet>
  );
}

interface ConfirmProps extends Props {
  wanted: Wanted;
  purchase: Purchase;
}

function Confirm({ wanted, purchase, onClose, onBought }: ConfirmProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { wish, unit, blocked } = wanted;
  const { held } = purchase;
  const asked = useQuote(wish, held !== null || blocked !== null);
  const live = { ...asked, quote: held ?? asked.quote };
  // What does not change with the price stays where it is while the next quote is on its way.
  const [known, setKnown] = useState<OptionQuoteView | null>(null);
  if (live.quote !== null && live.quote !== known) setKnown(live.quote);
  const buy = (quote: OptionQuoteView) =>
    purchase.buy(quote, {
      onRenew: asked.renew,
      onBought: (order) => {
        toast(t('option.placed'));
        void queries.invalidateQueries({ queryKey: OPTION_KEYS.open });
        void queries.invalidateQueries({ queryKey: OPTION_KEYS.payable });
        onBought(order);
      },
    });
  if (purchase.problem?.kind === 'unverified') return <AskToVerify onClose={onClose} />;
  return (
    <div className={sheetStyles.sheet} data-part="confirm-option">
      <QuoteEntry live={live} wish={wish} isHeld={held !== null} isBusy={purchase.busy} />
      {known ? <Terms quote={known} unit={unit} /> : live.failure === null && <CardSkeleton rows={7} />}
      <div className={styles.pinned}>
        <Problem purchase={purchase} live={live} blocked={blocked} />
        <Confirmation wanted={wanted} live={live} purchase={purchase} onBuy={buy} />
      </div>
    </div>
  );
}

/** What is agreed to, money first; nothing of it goes with the price. */
function Terms({ quote, unit }: { quote: OptionQuoteView; unit: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const term = useTermWords();
  const { demo } = quote;
  const money = (value: string) => <MoneyText value={value} unit={unit} demo={demo} />;
  const rows: [string, ReactNode][] = [
    [t('option.cost'), money(quote.cost)],
    [t('option.backRight'), money(sum(quote.stake, quote.winnings))],
    [t('option.backWrong'), money('0')],
    ...(quote.direction === 'even' ? [] : [[t('option.backEqual'), money(quote.cost)] as [string, ReactNode]]),
    [t('option.amount'), money(quote.stake)],
    [t('option.fee'), money(quote.fee)],
    [t('option.delivery'), term(quote.seconds)],
    [
      t('option.breakEven'),
      <span key="rate" className="numbers">{`${formatDecimal(percentOf(quote.breakEvenRate), language)}%`}</span>,
    ],
    [t('option.balanceAfter'), money(quote.balanceAfter)],
  ];
  return (
    <>
      <dl className={sheetStyles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={sheetStyles.small}>{t('option.settlementText', { n: quote.windowSeconds })}</p>
      <p className={sheetStyles.small}>
        {t('option.labelled', { label: t('option.counterparty'), text: t('option.counterpartyText') })}
      </p>
      <LosingShare product="option" className={sheetStyles.small} />
    </>
  );
}

const sum = (one: string, other: string) => fromUnits(toUnits(one) + toUnits(other));

function Problem({ purchase, live, blocked }: { purchase: Purchase; live: LiveQuote; blocked: string | null }) {
  const { t } = useTranslation();
  const { problem } = purchase;
  const words =
    blocked ??
    (problem?.kind === 'moved' || problem?.kind === 'expired' || problem?.kind === 'unknown'
      ? t(`option.${problem.kind}`)
      : problem?.kind === 'refused'
        ? failureWords(problem.failure, t)
        : live.failure && live.failure.kind !== 'session'
          ? failureWords(live.failure, t)
          : null);
  return words === null ? null : (
    <p role="alert" className={sheetStyles.warning}>
      {words}
    </p>
  );
}

interface ConfirmationProps {
  wanted: Wanted;
  live: LiveQuote;
  purchase: Purchase;
  onBuy: (quote: OptionQuoteView) => void;
}

function Confirmation({ wanted, live, purchase, onBuy }: ConfirmationProps) {
  const { t } = useTranslation();
  const { wish, blocked } = wanted;
  const { quote } = live;
  const isUnknown = purchase.problem?.kind === 'unknown';
  const isHeld = purchase.held !== null;
  const isOld = useLeft(isHeld ? null : quote) <= 0 && !isHeld;
  if (!isUnknown && live.isResting && isOld) {
    return (
      <Button fullWidth size="lg" variant="light" disabled={blocked !== null} onClick={live.renew}>
        {t('option.quoteNew')}
      </Button>
    );
  }
  const isPaid = quote !== null && !quote.balanceAfter.startsWith('-');
  const isReady = quote !== null && (isUnknown || (blocked === null && !isOld && isPaid));
  return (
    <>
      {quote !== null && !isPaid && !isHeld && (
        <p role="alert" className={sheetStyles.warning}>
          {t('option.insufficient')}
        </p>
      )}
      <Button
        fullWidth
        size="lg"
        className={styles.confirm ?? ''}
        data-points={POINTS[wish.direction]}
        loading={purchase.busy}
        disabled={!isReady}
        onClick={() => quote && onBuy(quote)}
      >
        {isUnknown ? t('option.askAgain') : t(`option.${BUY[wish.direction]}`)}
      </Button>
    </>
  );
}

/** People who are not verified are asked, not sent. */
function AskToVerify({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <div className={sheetStyles.sheet} data-part="ask-to-verify">
      <h2 className={styles.askTitle}>{t('option.verifyTitle')}</h2>
      <p className={sheetStyles.soft}>{t('option.verifyText')}</p>
      <Button fullWidth size="lg" onClick={() => void navigate('/pages/verification/index')}>
        {t('option.verifyGo')}
      </Button>
      <Button fullWidth size="lg" variant="default" onClick={onClose}>
        {t('option.notNow')}
      </Button>
    </div>
  );
}
