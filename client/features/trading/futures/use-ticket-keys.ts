import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { affordableLots, lotsOfShare } from '../futures-account';
import { focusField, tickPrice, useKeyActs } from '../order-keys';
import type { TicketProps } from './ticket-sheet';

interface Form extends Pick<TicketProps, 'market' | 'product' | 'ticket' | 'available' | 'reducible' | 'stopped'> {
  last: string | null;
  /** What lots are counted at. */
  price: string | null;
  /** As the button does; null while it cannot be pressed. */
  review: (() => void) | null;
}

/** What keys do to the form of the ticket: B is long and S is short. */
export function useTicketKeys(form: Form): RefObject<HTMLFormElement | null> {
  const { t } = useTranslation();
  const language = useLanguage();
  const place = useRef<HTMLFormElement>(null);
  const { market, product, ticket, available, reducible, stopped, last, price, review } = form;
  const { values, change } = ticket;
  useKeyActs({
    ticket: () => place.current,
    isStopped: stopped !== null,
    side: (key) => {
      const side = key === 'buy' ? 'long' : 'short';
      change({ side });
      return t(`futures.${side}`);
    },
    kind: (priceType) => {
      const begins = priceType === 'limit' && values.limit === '' && last !== null;
      change({ priceType, ...(begins && { limit: typedAs(last, language) }) });
      return t(`futures.${priceType}`);
    },
    ticks: (count) => {
      const from = readTypedAmount(values.limit, language) ?? last;
      if (values.priceType !== 'limit' || from === null) return null;
      const limit = tickPrice(from, product.priceDecimals, count);
      change({ limit: typedAs(limit, language) });
      return `${t('futures.limitPrice')} ${formatDecimal(limit, language)} ${market.quote}`;
    },
    share: (percent) => {
      if (price === null) return null;
      const { reduceOnly, leverage } = values;
      const whole = reduceOnly ? reducible : affordableLots(available, price, leverage, product);
      const lots = lotsOfShare(whole, percent, reduceOnly ? 1 : product.lotsMin);
      if (lots === null) return null;
      change({ lots: String(lots), amount: null });
      return `${percent}%: ${t('futures.lots')} ${formatDecimal(String(lots), language)}`;
    },
    amount: (digit) => {
      focusField(place.current, 'amount');
      if (digit !== '') change(values.amount === null ? { lots: digit } : { amount: digit });
    },
    ...(review && { review }),
  });
  return place;
}
