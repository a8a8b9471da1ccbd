import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../server/contract/errors';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { useTicker } from '../../markets/market-list';
import { lotsWords } from '../liquidation';
import { formatDecimal, formatPercent, UNKNOWN } from '../../../platform/format';
import { PillChoice } from '../../../ui/pill-choice';
import { Amount, leverageEffect, leveragesFor, PreviewRows, readLots, useLiquidationText } from '../futures-account';
import type { TicketProps } from './ticket-sheet';

interface Props extends Pick<TicketProps, 'market' | 'product' | 'ticket' | 'available' | 'beside'> {
  language: Language;
  onDone: () => void;
}

/** The choices of leverage, and what the chosen one means for this order: what is at stake, and how near the end is. */
export function LeverageStep({ market, product, ticket, available, beside, language, onDone }: Props) {
  const { t } = useTranslation();
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const { values, change, wish } = ticket;
  const [chosen, setChosen] = useState(values.leverage);
  const lots = readLots(values.lots) ?? product.lotsMin;
  const price = wish?.limitPrice ?? ticker.last;
  const choices = price === null ? product.leverages : leveragesFor(lots, price, product, beside);
  const order = { side: values.side, lots, leverage: chosen };
  const effect = price === null ? null : leverageEffect({ ...order, price }, product, beside);
  const isCross = values.marginMode === 'cross';
  return (
    <div className={sheetStyles.step}>
      <PillChoice
        legend={t('futures.leverageText')}
        choices={choices.map((leverage) => ({ key: String(leverage), label: `${leverage}x` }))}
        chosen={String(chosen)}
        onChoose={(key) => setChosen(Number(key))}
      />
      <PreviewRows
        rows={[
          {
            label: t('futures.margin'),
            value: <Amount value={effect?.margin ?? null} unit={market.quote} />,
          },
          {
            label: t('futures.worstCase'),
            value: <Amount value={isCross ? available : (effect?.margin ?? null)} unit={market.quote} />,
            strong: true,
          },
          {
            label: t('futures.liquidationPrice'),
            value: <Liquidation price={effect?.liquidation ?? null} side={values.side} isShared={beside !== '0'} />,
          },
          {
            label: t('futures.distance'),
            value: (
              <b className="numbers">
                {effect?.distance ? formatPercent(effect.distance, language).replace('+', '') : UNKNOWN}
              </b>
            ),
          },
        ]}
      />
      <p className={sheetStyles.note}>
        {isCross
          ? t('futures.worstCross')
          : t('futures.worstIsolated', {
              lots: lotsWords(lots, t, language),
              amount: `${formatDecimal(effect?.margin ?? null, language)} ${market.quote}`,
            })}{' '}
        {t('futures.newAccounts', { leverage: product.newAccountLeverage })}
      </p>
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
    </div>
  );
}

/** A price of liquidation, and whether it goes by more than the order. */
function Liquidation({ price, side, isShared }: { price: string | null; side: 'long' | 'short'; isShared: boolean }) {
  const { t } = useTranslation();
  const text = useLiquidationText();
  return (
    <>
      <b className="numbers">{text(price)}</b>
      {isShared && <small> {t(`futures.together.${side}`)}</small>}
    </>
  );
}
