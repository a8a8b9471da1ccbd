import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import { lotsWords } from '../liquidation';
import type { Parameters } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { PriceText } from '../../../ui/price-text';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { gainBetween, LotsStepper, Problem, readLots, unitsOf } from '../futures-account';
import type { PositionProps } from './position-card';
import type { SheetCommand } from './use-sheet-command';

type Form = Pick<PositionProps, 'position' | 'product' | 'figures'> & { isOld: boolean };
type Props = Form & { place: SheetCommand };

/** Puts in an order that waits to close lots at a price. Only lots that no other such order waits for can be named. */
export function CloseLimitForm({ place, ...props }: Props) {
  const { t } = useTranslation();
  const { position, product, figures } = props;
  const mark = figures?.mark ?? null;
  const free = freeLots(position);
  if (free === 0)
    return (
      <>
        <p className={sheetStyles.note}>{t('futures.closeAllWait')}</p>
        <Button fullWidth size="lg" variant="default" disabled={place.busy} onClick={place.leave}>
          {t('futures.keep')}
        </Button>
      </>
    );
  const scale = product?.priceDecimals ?? DECIMALS_MOST;
  return (
    <ClosingFields
      {...props}
      command={place}
      begin={{ price: mark === null ? '' : new Decimal(mark).toDecimalPlaces(scale).toFixed(), lots: free }}
      most={free}
      wishOf={(price, share) => ({ id: position.positionId, price, share })}
      words={{ send: t('futures.closePlace'), leave: t('futures.keep'), note: t('futures.closeLimitNote') }}
    />
  );
}

/** Lots of a position that no order waits for, but for the one that is left out. */
export function freeLots(
  { lots, closings = [] }: Pick<PositionProps['position'], 'lots' | 'closings'>,
  except?: string,
): number {
  return closings.reduce((left, closing) => (closing.closingId === except ? left : left - closing.lots), lots);
}

const DECIMALS_MOST = 8;

interface FieldsProps extends Form {
  command: SheetCommand;
  /** What the form begins with. */
  begin: { price: string; lots: number };
  /** Lots that may be named. */
  most: number;
  /** What is sent for a price and lots; null: it would change nothing. */
  wishOf: (price: string, lots: number) => Parameters | null;
  words: { send: string; leave: string; note?: string };
}

/** Price and lots of an order that waits to close, and what that would bring. */
export function ClosingFields({ position, product, figures, isOld, command, begin, most, wishOf, words }: FieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const scale = product?.priceDecimals ?? DECIMALS_MOST;
  const [typed, setTyped] = useState(() => typedAs(begin.price, language));
  const [typedLots, setTypedLots] = useState(String(begin.lots));
  const lots = readLots(typedLots);
  const isValid = lots !== null && lots <= most;
  const problem = judgeAmount(typed, language, { scale });
  const price = problem ? null : readTypedAmount(typed, language);
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    command.clear();
  };
  const gain =
    price !== null &&
    isValid &&
    position.entryPrice &&
    gainBetween(position.side, lots, position.lotSize, [position.entryPrice, price]);
  return (
    <>
      <AmountInput
        label={t('futures.limitPrice')}
        value={typed}
        onChange={change(setTyped)}
        unit={unitsOf(position).quote}
        error={problem === 'required' ? null : verdictWords(problem, scale, t)}
        help={
          <>
            {t('trade.mark')}:{' '}
            <PriceText value={figures?.mark ?? null} decimals={product?.priceDecimals} dimmed={isOld} />
          </>
        }
      />
      <LotsStepper
        label={t('futures.lotsToClose')}
        value={typedLots}
        onChange={change(setTypedLots)}
        min={1}
        max={most}
        whole={most}
        help={t(most === position.lots ? 'futures.lotsHeld' : 'futures.closeFree', {
          lots: lotsWords(most, t, language),
        })}
        error={isValid ? null : t('futures.lotsRange', { minimum: 1, maximum: most })}
      />
      {gain && (
        <p className={sheetStyles.note}>
          {t('futures.atThatPrice', { amount: `${formatDecimal(gain, language)} ${unitsOf(position).quote}` })}
        </p>
      )}
      {words.note && <p className={sheetStyles.note}>{words.note}</p>}
      <Send command={command} wish={price !== null && isValid ? wishOf(price, lots) : null} words={words} />
    </>
  );
}

/** Sends what is wished, or leaves everything as it is. */
function Send({ command, wish, words }: Pick<FieldsProps, 'command' | 'words'> & { wish: Parameters | null }) {
  const { t } = useTranslation();
  return (
    <>
      {command.failure && <Problem text={failureWords(command.failure, t)} />}
      <Button
        fullWidth
        size="lg"
        loading={command.busy}
        disabled={wish === null}
        onClick={() => wish && void command.send(JSON.stringify(wish), wish)}
      >
        {words.send}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={command.busy} onClick={command.leave}>
        {words.leave}
      </Button>
    </>
  );
}
