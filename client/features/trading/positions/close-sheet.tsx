import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPreviewView } from '../../../../server/contract/trading/futures.dto';
import { opposite } from '../../../../server/contract/rules/margin.rules';
import { useDebouncedValue } from '@mantine/hooks';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { lotsWords } from '../liquidation';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { FilterChips } from '../../../ui/filter-chips';
import { Sheet } from '../../../ui/sheet';
import {
  Amount,
  closedWords,
  LiquidationChange,
  LotsStepper,
  previewOf,
  type PreviewRow,
  PreviewRows,
  Problem,
  readLots,
  SideTags,
  unitsOf,
  usePreviewHindrance,
  worstAccepted,
} from '../futures-account';
import { CloseLimitForm } from './close-limit-form';
import type { PositionProps } from './position-card';
import { type SheetCommand, useSheetCommand } from './use-sheet-command';

interface Props extends PositionProps {
  /** The market's price is no more of now. */
  isOld: boolean;
  opened: boolean;
  onClose: () => void;
}

/**
 * Closes a position, whole or in part: at the market, and then it shows what that brings, or by an order that waits for
 * its price.
 */
export function CloseSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const [priceType, setPriceType] = useState<'market' | 'limit'>('market');
  const close = useSheetCommand('close', onClose);
  const place = useSheetCommand('close_limit', onClose);
  const { positionId, market } = props.position;
  // What becomes of a command on its way is waited for, whichever of the two it is.
  const isBusy = close.busy || place.busy;
  const leave = priceType === 'market' ? close.leave : place.leave;
  return (
    <Sheet
      title={t('futures.closeTitle', { symbol: market })}
      opened={opened}
      onClose={() => {
        if (!isBusy) leave();
      }}
    >
      {opened && (
        <div className={sheetStyles.step}>
          <SideTags row={props.position} />
          <FilterChips
            label={t('futures.priceType')}
            name={`close-price-type-${positionId}`}
            choices={(['market', 'limit'] as const).map((key) => ({ key, label: t(`futures.${key}`) }))}
            chosen={priceType}
            onChoose={(chosen) => {
              if (!isBusy) setPriceType(chosen);
            }}
          />
          {priceType === 'market' ? (
            <CloseForm {...props} close={close} />
          ) : (
            <CloseLimitForm {...props} place={place} />
          )}
        </div>
      )}
    </Sheet>
  );
}

const TYPED_FOR_MS = 300;

function CloseForm({ position, product, isOld, close }: PositionProps & { isOld: boolean; close: SheetCommand }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState(String(position.lots));
  const [settled] = useDebouncedValue(typed, TYPED_FOR_MS);
  const lots = readLots(typed);
  const isValid = lots !== null && lots <= position.lots;
  // A whole close names no lots: whatever is left when it arrives is closed.
  const wish = { id: position.positionId, ...(lots !== position.lots && { share: lots ?? 0 }) };
  const query = useQuery(previewOf('preview/close', isValid && settled === typed ? wish : null));
  const { data, error } = query;
  const hindrance = usePreviewHindrance(query);
  const preview = isValid && settled === typed && !error ? (data ?? null) : null;
  const intent = JSON.stringify(wish);
  const now = preview && product ? worstAccepted(opposite(position.side), preview.price, product.priceDecimals) : null;
  // One of which nobody knows what became goes again as it was: what it accepts is what is shown.
  const worst = now && (close.heldWorst(intent) ?? now);
  const problem = close.failure ?? error;

  const send = async () => {
    if (worst === null || hindrance !== null) return;
    await close.send(
      intent,
      { ...wish, worst_price: worst },
      {
        match: ({ positionId, fill }) => positionId === position.positionId && fill !== null,
        words: (event) => closedWords(event, t, { language, decimals: product?.priceDecimals }),
      },
    );
  };
  return (
    <>
      <LotsStepper
        label={t('futures.lotsToClose')}
        value={typed}
        onChange={setTyped}
        min={1}
        max={position.lots}
        whole={position.lots}
        help={t('futures.lotsHeld', { lots: lotsWords(position.lots, t, language) })}
        error={isValid ? null : t('futures.lotsRange', { minimum: 1, maximum: position.lots })}
      />
      <ClosePreview
        preview={preview}
        decimals={product?.priceDecimals}
        worst={worst}
        unit={unitsOf(position).quote}
        isOld={isOld || hindrance !== null}
      />
      {problem ? <Problem text={failureWords(problem, t)} /> : hindrance && <Problem text={hindrance} />}
      <Button
        fullWidth
        size="lg"
        color="red"
        loading={close.busy}
        disabled={worst === null || hindrance !== null}
        onClick={() => void send()}
      >
        {lots === position.lots
          ? t('futures.closeWhole')
          : t('futures.closeLots', { lots: lots === null ? '' : lotsWords(lots, t, language) })}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={close.busy} onClick={close.leave}>
        {t('futures.keep')}
      </Button>
    </>
  );
}

function ClosePreview({
  preview,
  decimals,
  worst,
  unit,
  isOld,
}: {
  preview: FuturesPreviewView | null;
  /** Of the market's prices. */
  decimals: number | undefined;
  worst: string | null;
  unit: string;
  isOld: boolean;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null) => <span className="numbers">{formatPrice(value, language, decimals)}</span>;
  const rows: PreviewRow[] = [
    { label: t('futures.estimatedPrice'), value: price(preview?.price ?? null) },
    { label: t('futures.worstAccepted'), value: price(worst) },
    {
      label: t('futures.realised'),
      value: <Amount value={preview?.realisedProfit ?? null} unit={unit} signed own />,
      strong: true,
    },
    { label: t('futures.fee'), value: <Amount value={preview?.fee ?? null} unit={unit} /> },
    { label: t('futures.marginAfter'), value: <Amount value={preview?.margin ?? null} unit={unit} /> },
    { label: t('futures.liquidationPrice'), value: <LiquidationChange preview={preview} decimals={decimals} /> },
    { label: t('futures.balanceAfter'), value: <Amount value={preview?.balanceAfter ?? null} unit={unit} own /> },
  ];
  return <PreviewRows rows={rows} isOld={isOld} />;
}
