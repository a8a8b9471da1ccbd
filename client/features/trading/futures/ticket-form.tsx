import { Button } from '@mantine/core';
import { type MouseEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOldPrice } from '../../markets/market-list';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useOneTap } from '../../../platform/one-tap';
import { useLanguage } from '../../../platform/preferences';
import { typedAs } from '../../../ui/typed-amount';
import { type Tapped, useTap } from '../../../ui/use-one-tap';
import {
  Amount,
  gainBetween,
  Problem,
  readLots,
  type TicketField,
  type TicketValues,
  worstAccepted,
  hasOwnQuotation,
  useFuturesTicker,
} from '../futures-account';
import { FuturesBook } from './futures-book';
import { problemWords, sendKey } from './field-words';
import goStyles from './go-button.module.css';
import { isByMarket, OrderPreviewRows, useLiquidationRows } from './order-preview-rows';
import { ReducePreviewRows } from './reduce-preview-rows';
import { Shortfall } from './shortfall';
import styles from './ticket-form.module.css';
import type { TicketProps, TicketStep } from './ticket-sheet';
import { Size } from './ticket-size';
import { Terms } from './ticket-terms';
import type { OrderPreview } from './use-order-preview';
import { useTicketKeys } from './use-ticket-keys';

interface Props extends TicketProps {
  order: OrderPreview;
  /** Nobody knows yet what became of this very order, which was sent. */
  isOpen: boolean;
  onStep: (step: TicketStep) => void;
  /** Before what is entered is confirmed: when it was tapped, so that it goes without a confirmation. */
  onTapped: (at: Tapped | null) => void;
  /** The book stands beside what is entered: the page behind it shows none. */
  hasBook: boolean;
}

/** What the fields of the ticket need to know beside what was typed. */
function useFields({ market, product, ticket, order }: Props, asked: boolean) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ticker = useFuturesTicker(market, product);
  const { values, problems } = ticket;
  const { preview, failure, field } = order;
  const old = useOldPrice(market, ticker);
  const price = preview?.price ?? ticket.price ?? ticker.last;
  const isPriceOld = old !== null && (preview ? isByMarket(preview) : values.priceType === 'market');
  const lots = readLots(values.lots);
  // Empty fields are pointed at once somebody wants to go on; everything else at once.
  const errorOf = (name: TicketField) => {
    const own = name === 'leverage' ? undefined : problems[name];
    if (own !== undefined && (asked || own !== 'required')) return problemWords(own, product, t);
    return field === name && failure ? failureWords(failure, t) : null;
  };
  const effect = (text: string | null) => {
    if (text === null || price === null || lots === null) return null;
    const gain = gainBetween(values.side, lots, product.lotSize, [price, text]);
    const words = t('futures.atThatPrice', { amount: `${formatDecimal(gain, language)} ${market.quote}` });
    return isPriceOld ? `${words} · ${old}` : words;
  };
  return { ticker, last: ticker.last, old, price, errorOf, effect };
}

export type Fields = ReturnType<typeof useFields>;

/** Levels of each side beside it. */
const LEVELS = 5;

/** Where a sheet leads to when it opens: no key that is meant for the ticket presses what stands before it. */
const LED_TO = { tabIndex: -1, 'data-autofocus': true };

/** What is typed and chosen of an order, with what it would do below. */
export function TicketForm(props: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const { market, product, ticket, available, stopped, order, isOpen, onStep, onTapped } = props;
  const tap = useTap();
  const fields = useFields(props, asked);
  const { values, change } = ticket;
  const { preview, failure, field, shown } = order;
  const isShort = isTooLittle(preview);
  const isMarket = values.priceType === 'market';
  // Asked for before the preview is there: it goes on as soon as it is, unless the first thing to be known stands in the way.
  const [reviewed, setReviewed] = useState<string | null>(null);
  const wish = ticket.wish && JSON.stringify(ticket.wish);
  const goesOn = reviewed !== null && reviewed === wish;
  const isWaiting = goesOn && preview === null && failure === null;
  const isReviewed = goesOn && preview !== null && !isShort && stopped === null;
  // Whoever was told why it does not go on may have turned to something else by the time that it could.
  if (goesOn && !isWaiting && !isReviewed) setReviewed(null);
  const review = (tappedAt: Tapped | null = null) => {
    setAsked(true);
    setReviewed(wish);
    if (values.amount !== null) ticket.hold(values.lots);
    onTapped(tappedAt);
  };
  useEffect(() => {
    if (isReviewed) onStep('confirm');
  }, [isReviewed, onStep]);
  // Lots that an amount came to follow the price again, unless they are about to be confirmed or may have been sent already.
  const { held, hold } = ticket;
  const isFree = held !== null && !isWaiting && !isReviewed && !isOpen;
  useEffect(() => {
    if (isFree) hold(null);
  }, [isFree, hold]);
  const form = useTicketKeys({
    ...props,
    last: fields.last,
    price: fields.price,
    review: isShort ? null : () => review(),
  });
  return (
    <form
      ref={form}
      {...LED_TO}
      noValidate
      className={styles.ticket}
      onSubmit={(event) => {
        event.preventDefault();
        // What closes is confirmed as ever.
        const tappedAt = tap.take();
        review(values.reduceOnly ? null : tappedAt);
      }}
    >
      <SideSwitch side={values.side} onChange={(side) => change({ side })} />
      <Entry {...props} fields={fields} />
      <p className={styles.available}>
        <span>{t('futures.available')}</span>
        <Amount value={available} unit={market.quote} own />
      </p>
      <Preview {...props} old={fields.old} />
      {isTooLittle(shown.preview) && <Shortfall />}
      {failure && field === null && <Problem text={failureWords(failure, t)} />}
      <div className={styles.foot}>
        {!values.reduceOnly && (
          <Liquidation shown={shown} decimals={product.priceDecimals} isOld={fields.old !== null && isMarket} />
        )}
        <Go values={values} stopped={stopped} isShort={isShort} isWaiting={isWaiting} onClick={tap.onClick} />
      </div>
    </form>
  );
}

/** Whether the account would have less than nothing. */
function isTooLittle(preview: OrderPreview['preview']): boolean {
  return preview?.balanceAfter.startsWith('-') === true;
}

/** What is typed and chosen, with the book beside it where the page shows none. */
function Entry(props: Props & { fields: Fields }) {
  const language = useLanguage();
  const { market, product, ticket, hasBook, fields } = props;
  return (
    <div className={styles.entry}>
      <div className={styles.column}>
        <Terms {...props} />
        <Size {...props} />
      </div>
      {hasBook && (
        <FuturesBook
          market={market}
          ticker={fields.ticker}
          hasOwnBook={hasOwnQuotation(product)}
          levels={LEVELS}
          onPrice={(price) => ticket.change({ priceType: 'limit', limit: typedAs(price, language) })}
        />
      )}
    </div>
  );
}

/** What the order would do, opening or only reducing. */
function Preview({ market, product, ticket, order, old }: Props & { old: string | null }) {
  const { side, priceType, reduceOnly } = ticket.values;
  const { preview, isFormer } = order.shown;
  const worst = preview && worstAccepted(side, preview.price, product.priceDecimals);
  const shown = { preview, isFormer, unit: market.quote, old, ...(priceType === 'market' && { worst }) };
  return reduceOnly ? (
    <ReducePreviewRows {...shown} decimals={product.priceDecimals} />
  ) : (
    <OrderPreviewRows {...shown} product={product} withoutLiquidation />
  );
}

interface GoProps {
  values: TicketValues;
  stopped: string | null;
  isShort: boolean;
  isWaiting: boolean;
  onClick: (event: MouseEvent) => void;
}

/** The button that goes on, or sends for whoever has one tap switched on, with what is to be known before. */
function Go({ values, stopped, isShort, isWaiting, onClick }: GoProps) {
  const { t } = useTranslation();
  const isOneTap = useOneTap() && !values.reduceOnly;
  return (
    <>
      {stopped !== null && <p className={goStyles.stopped}>{stopped}</p>}
      {isOneTap && stopped === null && <p className={goStyles.note}>{t('trade.oneTap')}</p>}
      <Button
        type="submit"
        onClick={onClick}
        fullWidth
        size="lg"
        className={goStyles.go ?? ''}
        data-side={values.side}
        loading={isWaiting}
        disabled={stopped !== null || isShort}
      >
        {t(isOneTap ? sendKey(values) : 'futures.next')}
      </Button>
    </>
  );
}

interface LiquidationProps {
  shown: OrderPreview['shown'];
  /** Of the market's prices. */
  decimals: number;
  isOld: boolean;
}

/** What matters most stays in sight however far the ticket is scrolled. */
function Liquidation({ shown: { preview, isFormer }, decimals, isOld }: LiquidationProps) {
  const rows = useLiquidationRows(preview, decimals);
  return (
    <dl
      className={styles.liquidation}
      data-old={isOld || undefined}
      data-former={isFormer || undefined}
      aria-live="polite"
    >
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function SideSwitch({ side, onChange }: { side: 'long' | 'short'; onChange: (side: 'long' | 'short') => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.sides} role="group" aria-label={t('futures.side')}>
      {(['long', 'short'] as const).map((key) => (
        <button key={key} type="button" data-side={key} aria-pressed={side === key} onClick={() => onChange(key)}>
          {t(`futures.${key}`)}
        </button>
      ))}
    </div>
  );
}
