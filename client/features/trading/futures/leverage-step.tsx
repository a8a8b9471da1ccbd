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
  type PreviewRow,
  PreviewRows,
  readLots,
  useLiquidationText,
  useFuturesTicker,
} from '../futures-account';
import goStyles from './go-button.module.css';
import type { TicketProps } from './ticket-sheet';
import { useLiquidationRows } from './order-preview-rows';
import { TierTables } from './tier-tables';
import { useOrderPreview } from './use-order-preview';

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
  const liquidation = useLiquidation(props, chosen, effect);
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
        margin={effect?.margin ?? null}
        worstCase={isCross ? available : (effect?.margin ?? null)}
        unit={market.quote}
        liquidation={liquidation}
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

/**
 * Where the order would be liquidated with the chosen leverage. An isolated one by its own margin; where a cross one ends goes by all
 * that is open in the account, which the server alone says, and until it has said it nothing is shown.
 */
function useLiquidation({ ticket, product, beside }: Props, leverage: number, effect: LeverageEffect | null) {
  const { values, wish } = ticket;
  const isCross = values.marginMode === 'cross';
  const { priceDecimals: decimals } = product;
  const { preview } = useOrderPreview(wish && { ...wish, leverage }, values.amount, isCross);
  const cross = useLiquidationRows(preview, decimals);
  const isolated = useIsolatedRows(effect, { decimals, side: values.side, isShared: beside !== '0' });
  return isCross ? cross : isolated;
}

interface EffectProps {
  margin: string | null;
  worstCase: string | null;
  unit: string;
  liquidation: readonly PreviewRow[];
  /** The age of the price behind it in words; null while it is live. */
  old: string | null;
}

function EffectRows({ margin, worstCase, unit, liquidation, old }: EffectProps) {
  const { t } = useTranslation();
  const staked = (
    <>
      <Amount value={margin} unit={unit} />
      {old !== null && <small className={sheetStyles.age}>{old}</small>}
    </>
  );
  return (
    <PreviewRows
      isOld={old !== null}
      rows={[
        { label: t('futures.margin'), value: staked },
        { label: t('futures.worstCase'), value: <Amount value={worstCase} unit={unit} />, strong: true },
        ...liquidation,
      ]}
    />
  );
}

interface Side {
  side: 'long' | 'short';
  /** Of the market's prices. */
  decimals: number;
  isShared: boolean;
}

/** Where an isolated order would be liquidated, and how far that is: by its own margin, at the price that is shown. */
function useIsolatedRows(effect: LeverageEffect | null, side: Side): PreviewRow[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const distance = effect?.distance ? formatPercent(effect.distance, language).replace('+', '') : UNKNOWN;
  return [
    { label: t('futures.liquidationPrice'), value: <Liquidation price={effect?.liquidation ?? null} {...side} /> },
    { label: t('futures.distance'), value: <b className="numbers">{distance}</b> },
  ];
}

/** A price of liquidation, and whether it goes by more than the order. */
function Liquidation({ price, side, decimals, isShared }: Side & { price: string | null }) {
  const { t } = useTranslation();
  const text = useLiquidationText(decimals);
  return (
    <>
      <b className="numbers">{text(price)}</b>
      {isShared && <small> {t(`futures.together.${side}`)}</small>}
    </>
  );
}
