import { useTranslation } from 'react-i18next';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { TickBox } from '../../../ui/tick-box';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { affordableLots, LotsStepper, StopsFields } from '../futures-account';
import { lotsWords } from '../liquidation';
import goStyles from './go-button.module.css';
import type { Fields } from './ticket-form';
import type { TicketProps } from './ticket-sheet';

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
  return (
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
}
