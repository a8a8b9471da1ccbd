import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/preferences';
import { formatDecimal } from '../../../platform/format';
import { Segments } from '../../../ui/segments';
import { UnitTurn } from '../../../ui/unit-turn';
import type { Market } from '../../markets/market-list';
import { ExitFields } from './exit-fields';
import { NumberField } from './number-field';
import { PercentSlider } from './percent-slider';
import { isByAmount } from './ticket';
import { TimeField } from './time-field';
import styles from './trade-panel.module.css';
import type { Order } from './use-order';
import type { TicketActs } from './use-ticket';

/** Amounts that are bought for often, in the currency that the coin is priced in. */
const PRESETS = ['50', '100', '500', '1000'];
const KIND_CLASSES = { root: styles.kinds, label: styles.kind };

interface Props {
  market: Market;
  acts: TicketActs;
  order: Order;
  /** The button was pressed: what is missing is said. */
  tried: boolean;
  /** The price is one of the market's that is no more of now. */
  isPriceOld: boolean;
}

/** What is entered into the ticket: its price, how much of it, and how long it waits. */
export function TicketFields({ market, acts, order: { errors }, tried, isPriceOld }: Props) {
  const { t } = useTranslation();
  const { ticket, change, step, share } = acts;
  const shown = (error: string | null, typed: string) => (tried || typed !== '' ? error : null);
  return (
    <>
      {ticket.kind === 'limit' ? (
        <NumberField
          field="price"
          label={t('spot.price')}
          unit={market.quote}
          value={ticket.price}
          dimmed={isPriceOld}
          onChange={(price) => change({ price })}
          error={shown(errors.price, ticket.price)}
          before={<Step sign="−" label={t('spot.lower')} onStep={() => step(-1)} />}
          after={<Step sign="+" label={t('spot.raise')} onStep={() => step(1)} />}
        />
      ) : (
        <p className={styles.atMarket}>{t('spot.atMarket')}</p>
      )}
      <Quantity market={market} acts={acts} error={shown(errors.quantity, ticket.quantity)} />
      <PercentSlider percent={ticket.percent} disabled={false} onChange={share} />
      {ticket.kind === 'limit' && (
        <TimeField ticket={ticket} onChange={change} error={shown(errors.until, tried ? '' : ' ')} />
      )}
      {ticket.side === 'buy' && <ExitFields market={market} ticket={ticket} onChange={change} errors={errors} />}
    </>
  );
}

/** Limit, market, or an order that waits for a price. */
export function Kinds({ acts: { ticket, change } }: Pick<Props, 'acts'>) {
  const { t } = useTranslation();
  return (
    <Segments
      label={t('spot.kind')}
      name="spot-kind"
      choices={(['limit', 'market', 'stop', 'oco', 'trail'] as const).map((key) => ({ key, label: t(`spot.${key}`) }))}
      chosen={ticket.kind}
      onChoose={(kind) => change({ kind })}
      classNames={KIND_CLASSES}
    />
  );
}

/** How much: of the coin, or for how much money. */
function Quantity({ market, acts, error }: Pick<Props, 'market' | 'acts'> & { error: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ticket, change } = acts;
  const byAmount = isByAmount(ticket);
  const other = byAmount ? market.base : market.quote;
  const turn = <UnitTurn unit={other} onTurn={() => change({ unit: byAmount ? 'base' : 'quote' })} />;
  return (
    <>
      <NumberField
        field="amount"
        label={t(byAmount ? 'spot.amount' : 'spot.quantity')}
        unit={byAmount ? market.quote : market.base}
        value={ticket.quantity}
        onChange={(quantity) => change({ quantity })}
        error={error}
        after={turn}
      />
      {byAmount && (
        <div className={styles.presets} role="group" aria-label={t('spot.presets')}>
          {PRESETS.map((amount) => (
            <button
              key={amount}
              type="button"
              className={`numbers ${styles.preset}`}
              aria-pressed={ticket.quantity === amount}
              onClick={() => change({ quantity: amount })}
            >
              {formatDecimal(amount, language)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function Step({ sign, label, onStep }: { sign: string; label: string; onStep: () => void }) {
  return (
    <button type="button" className={styles.step} aria-label={label} onClick={onStep}>
      {sign}
    </button>
  );
}
