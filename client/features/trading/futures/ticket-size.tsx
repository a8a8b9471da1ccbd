import { useTranslation } from 'react-i18next';
import { debit } from '../../../../server/contract/decimal';
import { notional, quantityOf } from '../../../../server/contract/rules/margin.rules';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { TickBox } from '../../../ui/tick-box';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount } from '../../../ui/typed-amount';
import { UnitTurn } from '../../../ui/unit-turn';
import { affordableLots, LotsStepper, readLots, StopsFields } from '../futures-account';
import { lotsWords } from '../liquidation';
import goStyles from './go-button.module.css';
import type { Fields } from './ticket-form';
import type { TicketProps } from './ticket-sheet';
import styles from './ticket-size.module.css';

/** Lots, whether they only reduce, and stops. */
export function Size(props: TicketProps & { fields: Fields }) {
  const { t } = useTranslation();
  const { market, ticket, fields, onlyReduces = null } = props;
  const { values, change, wish } = ticket;
  const { errorOf, effect } = fields;
  const { reduceOnly } = values;
  return (
    <>
      <div data-order-field="amount">
        <Lots {...props} />
      </div>
      <TickBox
        label={t('futures.reduceOnly')}
        checked={reduceOnly}
        onChange={(checked) => change({ reduceOnly: checked })}
        disabled={onlyReduces !== null}
      />
      {onlyReduces !== null && <p className={goStyles.stopped}>{t('futures.onlyReduces', { reason: onlyReduces })}</p>}
      {reduceOnly && <p className={sheetStyles.note}>{t('futures.reduceOnlyText')}</p>}
      <TickBox
        label={t('futures.setStops')}
        checked={values.hasStops && !reduceOnly}
        onChange={(hasStops) => change({ hasStops })}
        disabled={reduceOnly}
      />
      {values.hasStops && !reduceOnly && (
        <StopsFields
          name="ticket"
          values={values}
          unit={market.quote}
          onChange={change}
          errors={{ takeProfit: errorOf('takeProfit'), stopLoss: errorOf('stopLoss') }}
          effects={{ takeProfit: effect(wish?.takeProfit ?? null), stopLoss: effect(wish?.stopLoss ?? null) }}
        />
      )}
    </>
  );
}

/** As many as the money carries, or as are open where the order only reduces. */
function Lots({ market, product, ticket, available, reducible, fields }: TicketProps & { fields: Fields }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { values, change } = ticket;
  const { price, errorOf } = fields;
  const { reduceOnly } = values;
  const affordable = price === null ? null : affordableLots(available, price, values.leverage, product);
  const lot = t('futures.lotIs', { quantity: formatDecimal(product.lotSize, language), unit: market.base });
  if (values.amount !== null) {
    const inLots = <LotsWords lots={values.lots} price={ticket.price} product={product} market={market} />;
    const isLess = values.lots === '' && readTypedAmount(values.amount, language) !== null;
    // Without a price there are no lots, and what is wrong then stands at the price; what is no number is none at any price.
    const isUncounted = ticket.price === null && ticket.problems.lots !== 'amount';
    return (
      <div className={styles.size}>
        <AmountInput
          label={t('futures.value')}
          value={values.amount}
          onChange={(amount) => change({ amount })}
          unit={market.quote}
          help={inLots}
          // Of too little is said what a lot is worth.
          error={isUncounted ? null : isLess ? inLots : errorOf('lots')}
        />
        <UnitTurn
          unit={t('futures.lots')}
          onTurn={() => change({ amount: null, ...(values.lots !== '' && { lots: values.lots }) })}
        />
      </div>
    );
  }
  const stepper = (
    <LotsStepper
      label={t('futures.lots')}
      value={values.lots}
      onChange={(typed) => change({ lots: typed })}
      min={reduceOnly ? 1 : product.lotsMin}
      max={reduceOnly ? Math.max(1, reducible) : product.lotsMax}
      whole={reduceOnly ? reducible : affordable}
      help={reduceOnly ? t('futures.reducible', { lots: lotsWords(reducible, t, language) }) : lot}
      error={errorOf('lots')}
    />
  );
  if (reduceOnly) return stepper;
  return (
    <div className={styles.size}>
      {stepper}
      <UnitTurn unit={market.quote} onTurn={() => change({ amount: '' })} />
    </div>
  );
}

interface WordsProps extends Pick<TicketProps, 'market' | 'product'> {
  lots: string;
  price: string | null;
}

/** What the amount comes to in whole lots; of one that is too little what a lot is worth. */
function LotsWords({ lots: text, price, market, product }: WordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (text === '') {
    if (price === null) return null;
    const worth = debit(notional(product.lotSize, price), 2);
    return t('futures.lotWorth', { amount: `${formatDecimal(worth, language)} ${market.quote}` });
  }
  const lots = readLots(text);
  if (lots === null) return null;
  const quantity = formatDecimal(quantityOf(lots, product.lotSize).toFixed(), language);
  return `= ${lotsWords(lots, t, language)} · ${quantity} ${market.base}`;
}
