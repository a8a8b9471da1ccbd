import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/preferences';
import { typedAs } from '../../../ui/typed-amount';
import { UnitTurn } from '../../../ui/unit-turn';
import { DateField } from './date-field';
import { NumberField } from './number-field';
import { PercentSlider } from './percent-slider';
import type { Entered } from './ticket';
import { shareOf, type StopTyped } from './use-stop';

interface Props extends StopTyped {
  onType: (typed: Entered) => void;
  errors: Record<keyof Entered, string | null>;
  /** The button was pressed: what is missing is said. */
  tried: boolean;
}

/** What is entered for a stop, and of a pair also the limit of the order that waits. */
export function StopFields({ onType, errors, tried, ...terms }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { typed, market, isForAmount, isPair, isTrail } = terms;
  const shown = (error: string | null, text: string) => (tried || text !== '' ? error : null);
  const share = (percent: number) => {
    const part = shareOf(terms, percent, language);
    onType({ ...typed, percent, quantity: percent === 0 || part === null ? '' : typedAs(part, language) });
  };
  return (
    <>
      {isPair && (
        <NumberField
          label={t('spot.limitPrice')}
          unit={market.quote}
          value={typed.target}
          onChange={(target) => onType({ ...typed, target })}
          error={shown(errors.target, typed.target)}
        />
      )}
      {isTrail ? (
        <TrailField typed={typed} quote={market.quote} onType={onType} error={shown(errors.trail, typed.trail)} />
      ) : (
        <>
          <NumberField
            label={t('spot.trigger')}
            unit={market.quote}
            value={typed.trigger}
            onChange={(trigger) => onType({ ...typed, trigger })}
            error={shown(errors.trigger, typed.trigger)}
          />
          <NumberField
            label={t(isPair ? 'spot.behind' : 'spot.stopLimit')}
            unit={market.quote}
            value={typed.price}
            onChange={(price) => {
              // A number of coins is none of another currency.
              const isOther = (price === '') !== (typed.price === '') && terms.side === 'buy' && !isPair;
              onType({ ...typed, price, ...(isOther && { quantity: '', percent: 0 }) });
            }}
            error={shown(errors.price, typed.price)}
          />
        </>
      )}
      <NumberField
        label={t(isForAmount ? 'spot.amount' : 'spot.quantity')}
        unit={isForAmount ? market.quote : market.base}
        value={typed.quantity}
        onChange={(quantity) => onType({ ...typed, quantity, percent: 0 })}
        error={shown(errors.quantity, typed.quantity)}
      />
      <PercentSlider percent={typed.percent} disabled={false} onChange={share} />
      <DateField
        label={t('spot.time')}
        dated={typed.dated}
        until={typed.until}
        onChange={(dated, until) => onType({ ...typed, dated, until })}
        error={errors.until}
        means={t('spot.untilMeans.stop')}
      />
    </>
  );
}

interface TrailProps {
  typed: Entered;
  quote: string;
  onType: (typed: Entered) => void;
  error: string | null;
}

/** How far behind the best price, in percent or as a distance. */
function TrailField({ typed, quote, onType, error }: TrailProps) {
  const { t } = useTranslation();
  const isPercent = typed.trailUnit === 'percent';
  const other = isPercent ? quote : '%';
  return (
    <NumberField
      label={t('spot.behindBest')}
      unit={isPercent ? '%' : quote}
      value={typed.trail}
      onChange={(trail) => onType({ ...typed, trail })}
      error={error}
      after={
        <UnitTurn
          unit={other}
          onTurn={() => onType({ ...typed, trail: '', trailUnit: isPercent ? 'quote' : 'percent' })}
        />
      }
    />
  );
}
