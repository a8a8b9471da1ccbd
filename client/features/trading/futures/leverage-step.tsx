import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../server/contract/errors';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { useOldPrice } from '../../markets/market-list';
import { lotsWords } from '../liquidation';
import { formatDecimal, formatPercent, UNKNOWN } from '../../../platform/format';
import { useCountryLeverage } from '../../../platform/offered-products';
import { useLanguage } from '../../../platform/preferences';
import { PillChoice } from '../../../ui/pill-choice';
import { useMoment } from '../../../ui/use-moment';
import {
  Amount,
  type LeverageEffect,
  leverageEffect,
  leveragesFor,
  PreviewRows,
  readLots,
  useLiquidationText,
  useFuturesTicker,
} from '../futures-account';
import goStyles from './go-button.module.css';
import type { TicketProps } from './ticket-sheet';
import { TierTables } from './tier-tables';

interface Props
  extends Pick<TicketProps, 'market' | 'product' | 'ticket' | 'available' | 'beside' | 'newUntil' | 'stopped'> {
  language: Language;
  onDone: () => void;
}

/** The choices of leverage, and what the chosen one means for this order: what is at stake, and how near the end is. */
export function LeverageStep(props: Props) {
  const { market, product, ticket, available, beside, newUntil, stopped, language, onDone } = props;
  const { t } = useTranslation();
  const moment = useMoment();
  const countryLeverage = useCountryLeverage();
  const ticker = useFuturesTicker(market, product);
  const { values, change } = ticket;
  const [chosen, setChosen] = useState(values.leverage);
  const lots = readLots(values.lots) ?? product.lotsMin;
  const price = ticket.price ?? ticker.last;
  const old = useOldPrice(market, ticker);
  const isOld = old !== null && values.priceType === 'market';
  const choices = price === null ? product.leverages : leveragesFor(lots, price, product, beside);
  const order = { side: values.side, lots, leverage: chosen };
  const effect = price === null ? null : leverageEffect({ ...order, price }, product, beside);
  const isCross = values.marginMode === 'cross';
  return (
    <div className={sheetStyles.step}>
      <PillChoice
        legend={t('futures.leverageText')}
        choices={choices.map((leverage) => ({
          key: String(leverage),
          label: `${leverage}x`,
          disabled: newUntil !== null && leverage > product.newAccountLeverage,
        }))}
        chosen={String(chosen)}
        onChoose={(key) => setChosen(Number(key))}
      />
      {newUntil !== null && (
        <p className={sheetStyles.note}>
          {t('futures.newAccounts', { leverage: product.newAccountLeverage, time: moment(newUntil) })}
        </p>
      )}
      {countryLeverage !== null && (
        <p className={sheetStyles.note}>{t('futures.countryLeverage', { leverage: countryLeverage })}</p>
      )}
      <EffectRows
        decimals={product.priceDecimals}
        effect={effect}
        worstCase={isCross ? available : (effect?.margin ?? null)}
        unit={market.quote}
        side={values.side}
        isShared={beside !== '0'}
        old={isOld ? old : null}
      />
      <p className={sheetStyles.note}>
        {isCross
          ? t('futures.worstCross')
          : t('futures.worstIsolated', {
              lots: lotsWords(lots, t, language),
              amount: `${formatDecimal(effect?.margin ?? null, language)} ${market.quote}`,
            })}
      </p>
      {isOld && stopped !== null && <p className={goStyles.stopped}>{stopped}</p>}
      <Button
        fullWidth
        size="lg"
        onClick={() => {
          change({ leverage: chosen });
          onDone();
        }}
      >
        {t('futures.takeLeverage', { leverage: chosen })}
      </Button>
      <TierTables product={product} unit={market.quote} />
    </div>
  );
}

interface EffectProps {
  effect: LeverageEffect | null;
  worstCase: string | null;
  unit: string;
  /** Of the market's prices. */
  decimals: number;
  side: 'long' | 'short';
  isShared: boolean;
  /** The age of the price behind it in words; null while it is live. */
  old: string | null;
}

function EffectRows({ effect, worstCase, unit, decimals, side, isShared, old }: EffectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const margin = (
    <>
      <Amount value={effect?.margin ?? null} unit={unit} />
      {old !== null && <small className={sheetStyles.age}>{old}</small>}
    </>
  );
  const distance = effect?.distance ? formatPercent(effect.distance, language).replace('+', '') : UNKNOWN;
  return (
    <PreviewRows
      isOld={old !== null}
      rows={[
        { label: t('futures.margin'), value: margin },
        { label: t('futures.worstCase'), value: <Amount value={worstCase} unit={unit} />, strong: true },
        {
          label: t('futures.liquidationPrice'),
          value: (
            <Liquidation price={effect?.liquidation ?? null} side={side} decimals={decimals} isShared={isShared} />
          ),
        },
        { label: t('futures.distance'), value: <b className="numbers">{distance}</b> },
      ]}
    />
  );
}

/** A price of liquidation, and whether it goes by more than the order. */
function Liquidation({
  price,
  side,
  decimals,
  isShared,
}: {
  price: string | null;
  side: 'long' | 'short';
  decimals: number;
  isShared: boolean;
}) {
  const { t } = useTranslation();
  const text = useLiquidationText(decimals);
  return (
    <>
      <b className="numbers">{text(price)}</b>
      {isShared && <small> {t(`futures.together.${side}`)}</small>}
    </>
  );
}
