import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/preferences';
import { typedAs } from '../../../ui/typed-amount';
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
  const { typed, market, isForAmount, isPair } = terms;
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
      <NumberField
        label={t(isForAmount ? 'spot.amount' : 'spot.quantity')}
        unit={isForAmount ? market.quote : market.base}
        value={typed.quantity}
        onChange={(quantity) => onType({ ...typed, quantity, percent: 0 })}
        error={shown(errors.quantity, typed.quantity)}
      />
      <PercentSlider percent={typed.percent} disabled={false} onChange={share} />
    </>
  );
}
