import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import { lotsWords } from '../liquidation';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { judgeAmount } from '../../../ui/judge-amount';
import { PriceText } from '../../../ui/price-text';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { gainBetween, LotsStepper, Problem, readLots, unitsOf } from '../futures-account';
import type { PositionProps } from './position-card';
import type { SheetCommand } from './use-sheet-command';

type Props = Pick<PositionProps, 'position' | 'product' | 'figures'> & { isOld: boolean; place: SheetCommand };

type Wish = Record<'id' | 'price', string> & { share: number };

/** Puts in an order that waits to close lots at a price. Only lots that no other such order waits for can be named. */
export function CloseLimitForm(props: Props) {
  const { t } = useTranslation();
  const { position, place } = props;
  const free = (position.closings ?? []).reduce((left, { lots }) => left - lots, position.lots);
  if (free > 0) return <Fields {...props} free={free} />;
  return (
    <>
      <p className={sheetStyles.note}>{t('futures.closeAllWait')}</p>
      <Button fullWidth size="lg" variant="default" disabled={place.busy} onClick={place.leave}>
        {t('futures.keep')}
      </Button>
    </>
  );
}

function Fields({ position, product, figures, isOld, place, free }: Props & { free: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const mark = figures?.mark ?? null;
  const scale = product?.priceDecimals ?? 8;
  const [typed, setTyped] = useState(() =>
    mark === null ? '' : typedAs(new Decimal(mark).toDecimalPlaces(scale).toFixed(), language),
  );
  const [typedLots, setTypedLots] = useState(String(free));
  const lots = readLots(typedLots);
  const isValid = lots !== null && lots <= free;
  const problem = typed.trim() === '' ? 'required' : judgeAmount(typed, language, { scale });
  const price = problem ? null : readTypedAmount(typed, language);
  const wish: Wish | null = price !== null && isValid ? { id: position.positionId, price, share: lots } : null;
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    place.clear();
  };
  const gain =
    wish &&
    position.entryPrice &&
    gainBetween(position.side, wish.share, position.lotSize, [position.entryPrice, wish.price]);
  return (
    <>
      <AmountInput
        label={t('futures.limitPrice')}
        value={typed}
        onChange={change(setTyped)}
        unit={unitsOf(position).quote}
        error={
          problem && problem !== 'required'
            ? problem === 'decimals'
              ? t('errors.decimals', { count: scale })
              : t('errors.amount')
            : null
        }
        help={
          <>
            {t('trade.mark')}: <PriceText value={mark} decimals={product?.priceDecimals} dimmed={isOld} />
          </>
        }
      />
      <LotsStepper
        label={t('futures.lotsToClose')}
        value={typedLots}
        onChange={change(setTypedLots)}
        min={1}
        max={free}
        whole={free}
        help={t(free === position.lots ? 'futures.lotsHeld' : 'futures.closeFree', {
          lots: lotsWords(free, t, language),
        })}
        error={isValid ? null : t('futures.lotsRange', { minimum: 1, maximum: free })}
      />
      {gain && (
        <p className={sheetStyles.note}>
          {t('futures.atThatPrice', { amount: `${formatDecimal(gain, language)} ${unitsOf(position).quote}` })}
        </p>
      )}
      <p className={sheetStyles.note}>{t('futures.closeLimitNote')}</p>
      <Send place={place} wish={wish} />
    </>
  );
}

/** Puts the order in, or leaves everything as it is. */
function Send({ place, wish }: { place: SheetCommand; wish: Wish | null }) {
  const { t } = useTranslation();
  return (
    <>
      {place.failure && <Problem text={failureWords(place.failure, t)} />}
      <Button
        fullWidth
        size="lg"
        loading={place.busy}
        disabled={wish === null}
        onClick={() => wish && void place.send(JSON.stringify(wish), wish)}
      >
        {t('futures.closePlace')}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={place.busy} onClick={place.leave}>
        {t('futures.keep')}
      </Button>
    </>
  );
}
