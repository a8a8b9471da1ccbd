import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../server/contract/errors';
import type { FuturesPositionView } from '../../../server/contract/futures.dto';
import { failureWords } from '../../platform/failure-words';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { judgeAmount } from '../../ui/judge-amount';
import { withoutClosingZeros } from '../../ui/money-text';
import { Sheet } from '../../ui/sheet';
import { toast } from '../../ui/toast';
import { readTypedAmount } from '../../ui/typed-amount';
import { asTyped } from './as-typed';
import styles from './futures.module.css';
import { useLiquidationText } from './liquidation-change';
import type { PositionProps } from './position-card';
import { SideTags } from './side-tags';
import { StopsFields, type StopValues } from './stops-fields';
import { FIELD_OF, gainBetween } from './ticket';
import { unitsOf } from './units';
import { type Command, useCommand } from './use-command';
import { useRefreshAccount } from './use-refresh-account';

interface Props extends PositionProps {
  opened: boolean;
  onClose: () => void;
}

/** Take-profit and stop-loss of a position or a pending order; an empty field takes its stop away. */
export function StopsSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const set = useCommand('setstop');
  const leave = () => {
    set.clear();
    onClose();
  };
  return (
    <Sheet title={t('contract.stopsTitle', { symbol: props.position.market })} opened={opened} onClose={leave}>
      {opened && <StopsForm {...props} set={set} onDone={leave} />}
    </Sheet>
  );
}

type Field = 'takeProfit' | 'stopLoss';

function StopsForm({ position, product, figures, set, onDone }: PositionProps & { set: Command; onDone: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const refresh = useRefreshAccount();
  const [values, setValues] = useState(() => first(position, language));
  const { quote } = unitsOf(position);
  const from = position.entryPrice ?? position.limitPrice;
  const scale = product?.priceDecimals ?? 8;
  const verdict = (field: Field) =>
    values[field].trim() === '' ? null : judgeAmount(values[field], language, { scale });
  const error = (field: Field) => {
    const own = verdict(field);
    if (own) return own === 'decimals' ? t('errors.decimals', { count: scale }) : t('errors.amount');
    return set.failure?.code && FIELD_OF[set.failure.code] === field ? failureWords(set.failure, t) : null;
  };
  const effect = (field: Field) => {
    const to = verdict(field) === null ? readTypedAmount(values[field], language) : null;
    if (to === null || from === null) return t('contract.emptyRemoves');
    const gain = gainBetween(position.side, position.lots, position.lotSize, [from, to]);
    return t('contract.atThatPrice', { amount: `${formatDecimal(gain, language)} ${quote}` });
  };
  const isElsewhere = set.failure !== null && !(set.failure.code && FIELD_OF[set.failure.code]);
  const send = async () => {
    if (verdict('takeProfit') || verdict('stopLoss')) return;
    const price = (typed: string) => (typed.trim() === '' ? '0' : (readTypedAmount(typed, language) ?? '0'));
    const body = {
      id: position.positionId,
      target_profit_price: price(values.takeProfit),
      stop_loss_price: price(values.stopLoss),
      profit_source: values.takeProfitSource,
      stop_source: values.stopLossSource,
    };
    const words = await set.run(JSON.stringify(body), body);
    await refresh();
    if (words === null) return;
    toast(words);
    onDone();
  };
  return (
    <div className={styles.step}>
      <SideTags row={position} />
      <Bearings from={from} figures={figures} />
      <StopsFields
        name={`stops-${position.positionId}`}
        values={values}
        unit={quote}
        onChange={(part) => {
          setValues((before) => ({ ...before, ...part }));
          set.clear();
        }}
        errors={{ takeProfit: error('takeProfit'), stopLoss: error('stopLoss') }}
        effects={{ takeProfit: effect('takeProfit'), stopLoss: effect('stopLoss') }}
      />
      <p className={styles.note}>{t('contract.stopsNote')}</p>
      {isElsewhere && set.failure && (
        <p className={styles.problem} role="alert">
          {failureWords(set.failure, t)}
        </p>
      )}
      <Button fullWidth size="lg" loading={set.busy} onClick={() => void send()}>
        {t('contract.saveStops')}
      </Button>
    </div>
  );
}

/** The prices that stops are set by. */
function Bearings({ from, figures }: { from: string | null } & Pick<PositionProps, 'figures'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const liquidation = useLiquidationText();
  return (
    <p className={styles.note}>
      {t('contract.entry')}: <b className="numbers">{formatDecimal(from && withoutClosingZeros(from), language)}</b>
      {figures && (
        <>
          {' · '}
          {t('trade.mark')}: <b className="numbers">{formatDecimal(figures.mark, language)}</b>
          {' · '}
          {t('contract.liquidationPrice')}: <b className="numbers">{liquidation(figures.liquidationPrice)}</b>
        </>
      )}
    </p>
  );
}

function first(position: FuturesPositionView, language: Language): StopValues {
  const text = (price: string | null) => (price === null ? '' : asTyped(withoutClosingZeros(price), language));
  return {
    takeProfit: text(position.takeProfit),
    takeProfitSource: position.takeProfitSource,
    stopLoss: text(position.stopLoss),
    stopLossSource: position.stopLossSource,
  };
}
