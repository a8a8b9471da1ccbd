import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../server/contract/errors';
import type { FuturesPositionView, FuturesStopsPreviewView } from '../../../../server/contract/trading/futures.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal, textDecimals } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import {
  FIELD_OF,
  gainBetween,
  Problem,
  SideTags,
  StopsFields,
  stopsPreviewOf,
  type StopValues,
  unitsOf,
  useLiquidationText,
} from '../futures-account';
import type { PositionProps } from './position-card';
import rowStyles from './position-rows.module.css';
import { type SheetCommand, useSheetCommand } from './use-sheet-command';

interface Props extends PositionProps {
  /** Prices that the form begins with, instead of the position's own. */
  suggested?: Partial<Record<Field, string>>;
  opened: boolean;
  onClose: () => void;
}

/** Take-profit and stop-loss of a position or a pending order; an empty field takes its stop away. */
export function StopsSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const set = useSheetCommand('setstop', onClose);
  return (
    <Sheet title={t('futures.stopsTitle', { symbol: props.position.market })} opened={opened} onClose={set.leave}>
      {opened && <StopsForm {...props} set={set} />}
    </Sheet>
  );
}

type Field = 'takeProfit' | 'stopLoss';

const TYPED_FOR_MS = 300;

type FormProps = PositionProps & Pick<Props, 'suggested'> & { set: SheetCommand };

function StopsForm({ position, product, figures, set, suggested }: FormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  // What nobody has touched here goes on following the position, and is not sent: it may be newer than this form.
  const [touched, touch] = useState(() => typedOf(suggested, language));
  const values = { ...first(position, language), ...touched };
  const { quote } = unitsOf(position);
  const from = position.entryPrice ?? position.limitPrice;
  const scale = product?.priceDecimals ?? 8;
  const verdict = (field: Field) =>
    values[field].trim() === '' ? null : judgeAmount(values[field], language, { scale });
  const body = stopsBody(position.positionId, { values, touched }, language);
  const isSendable = !verdict('takeProfit') && !verdict('stopLoss');
  const isEmpty = values.takeProfit.trim() === '' && values.stopLoss.trim() === '';
  const expected = useExpected(isSendable && !isEmpty ? body : null);
  const failure = set.failure ?? expected.failure;
  const error = (field: Field) => {
    const own = verdict(field);
    if (own) return verdictWords(own, scale, t);
    return failure?.code && FIELD_OF[failure.code] === field ? failureWords(failure, t) : null;
  };
  const effect = (field: Field) => {
    const to = verdict(field) === null ? readTypedAmount(values[field], language) : null;
    if (to === null || from === null) return t('futures.emptyRemoves');
    const gain = gainBetween(position.side, position.lots, position.lotSize, [from, to]);
    return t('futures.atThatPrice', { amount: `${formatDecimal(gain, language)} ${quote}` });
  };
  const isElsewhere = failure !== null && !(failure.code && FIELD_OF[failure.code]);
  const send = async () => {
    if (!isSendable) return;
    await set.send(JSON.stringify(body), body);
  };
  return (
    <div className={sheetStyles.step}>
      <SideTags row={position} />
      <Bearings from={from} product={product} figures={figures} />
      <StopsFields
        name={`stops-${position.positionId}`}
        values={values}
        unit={quote}
        onChange={(part) => {
          touch((before) => ({ ...before, ...part }));
          set.clear();
        }}
        errors={{ takeProfit: error('takeProfit'), stopLoss: error('stopLoss') }}
        effects={{ takeProfit: effect('takeProfit'), stopLoss: effect('stopLoss') }}
      />
      {expected.data && <Expected stops={expected.data} unit={quote} decimals={product?.priceDecimals} />}
      <p className={sheetStyles.note}>{t('futures.stopsNote')}</p>
      {isElsewhere && <Problem text={failureWords(failure, t)} />}
      <Button fullWidth size="lg" loading={set.busy} onClick={() => void send()}>
        {t('futures.saveStops')}
      </Button>
    </div>
  );
}

type StopsBody = { id: string } & Partial<
  Record<'target_profit_price' | 'stop_loss_price' | 'profit_source' | 'stop_source', string>
>;

interface Typed {
  values: StopValues;
  touched: Partial<StopValues>;
}

/** The stops that were touched as the wire has them: the zero takes a stop away, and what is left out stays as it is. */
function stopsBody(id: string, { values, touched }: Typed, language: Language): StopsBody {
  const isTouched = (...fields: (keyof StopValues)[]) => fields.some((field) => touched[field] !== undefined);
  const price = (typed: string) => (typed.trim() === '' ? '0' : (readTypedAmount(typed, language) ?? '0'));
  return {
    id,
    ...(isTouched('takeProfit', 'takeProfitSource') && {
      target_profit_price: price(values.takeProfit),
      profit_source: values.takeProfitSource,
    }),
    ...(isTouched('stopLoss', 'stopLossSource') && {
      stop_loss_price: price(values.stopLoss),
      stop_source: values.stopLossSource,
    }),
  };
}

interface ExpectedStops {
  data: FuturesStopsPreviewView | null;
  failure: CallFailed | null;
}

/** What the server says of stops as they are typed, or why it would not take them. Nothing is asked without a stop. */
function useExpected(body: StopsBody | null): ExpectedStops {
  const text = body && JSON.stringify(body);
  const [settled] = useDebouncedValue(text, TYPED_FOR_MS);
  const wish = settled === text ? body : null;
  const { data, error } = useQuery(stopsPreviewOf(wish));
  if (wish === null) return { data: null, failure: null };
  return error instanceof CallFailed ? { data: null, failure: error } : { data: data ?? null, failure: null };
}

interface ExpectedProps {
  stops: FuturesStopsPreviewView;
  unit: string;
  /** Of the market's prices. */
  decimals: number | undefined;
}

/** What each stop would be filled at, and what it would cost. */
function Expected({ stops, unit, decimals }: ExpectedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = (name: 'tp' | 'sl', stop: FuturesStopsPreviewView['takeProfit']) =>
    stop && (
      <span>
        {t(`futures.${name}`)} · {t('futures.estimatedPrice')}{' '}
        <b className="numbers">{formatPrice(stop.expectedPrice, language, decimals)}</b> · {t('futures.fee')}{' '}
        <b className="numbers">
          {formatDecimal(stop.fee, language, textDecimals(stop.fee))} {unit}
        </b>
      </span>
    );
  return (
    <p className={rowStyles.stops} aria-live="polite">
      {line('tp', stops.takeProfit)}
      {line('sl', stops.stopLoss)}
    </p>
  );
}

/** The prices that stops are set by. */
function Bearings({ from, product, figures }: { from: string | null } & Pick<PositionProps, 'product' | 'figures'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const liquidation = useLiquidationText(product?.priceDecimals);
  const price = (value: string | null) => formatPrice(value, language, product?.priceDecimals);
  const bearing = (label: string, text: string) => (
    <span>
      {label} <b className="numbers">{text}</b>
    </span>
  );
  return (
    <p className={rowStyles.bearings}>
      {bearing(t('futures.entry'), price(from))}
      {figures && bearing(t('trade.mark'), price(figures.mark))}
      {figures && bearing(t('futures.liquidationPrice'), liquidation(figures.liquidationPrice))}
    </p>
  );
}

function first(position: FuturesPositionView, language: Language): StopValues {
  const { takeProfit = '', stopLoss = '' } = typedOf(position, language);
  const { takeProfitSource, stopLossSource } = position;
  return { takeProfit, takeProfitSource, stopLoss, stopLossSource };
}

/** Prices of stops as they are typed in the language. */
function typedOf(
  prices: Partial<Record<Field, string | null>> = {},
  language: Language,
): Partial<Record<Field, string>> {
  const text = (price: string) => typedAs(withoutClosingZeros(price), language);
  const { takeProfit, stopLoss } = prices;
  return { ...(takeProfit && { takeProfit: text(takeProfit) }), ...(stopLoss && { stopLoss: text(stopLoss) }) };
}
