import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FuturesPreviewView } from '../../../../server/contract/trading/futures.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { AmountInput } from '../../../ui/amount-input';
import { type AmountVerdict, judgeAmount, verdictWords } from '../../../ui/judge-amount';
import { withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { readTypedAmount } from '../../../ui/typed-amount';
import { Amount, LiquidationChange, previewOf, PreviewRows, SideTags, unitsOf } from '../futures-account';
import type { PositionProps } from './position-card';
import { type SheetCommand, useSheetCommand } from './use-sheet-command';

interface Props extends PositionProps {
  opened: boolean;
  onClose: () => void;
}

/** Adds free money to the margin of an isolated position, and shows how much further away that puts liquidation. */
export function MarginSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const add = useSheetCommand('add_margin', onClose);
  return (
    <Sheet title={t('futures.addMarginTitle', { symbol: props.position.market })} opened={opened} onClose={add.leave}>
      {opened && <MarginForm {...props} add={add} />}
    </Sheet>
  );
}

const TYPED_FOR_MS = 300;

function MarginForm({ position, product, figures, available, add }: PositionProps & { add: SheetCommand }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, TYPED_FOR_MS);
  const { quote } = unitsOf(position);
  const scale = product?.currencyDecimals ?? 8;
  const verdict = judgeAmount(typed, language, { scale, maximum: available });
  const amount = verdict === null ? readTypedAmount(typed, language) : null;
  const wish = amount === null || settled !== typed ? null : { id: position.positionId, amount };
  const { data, error } = useQuery(previewOf('preview/add_margin', wish));
  const preview = wish && !error ? (data ?? null) : null;
  const problem = add.failure ?? (wish ? error : null);
  const send = async () => {
    if (amount === null) return;
    const body = { id: position.positionId, amount };
    await add.send(JSON.stringify(body), body);
  };
  return (
    <div className={sheetStyles.step}>
      <SideTags row={position} />
      <AmountInput
        label={t('futures.amountToAdd')}
        value={typed}
        onChange={(next) => {
          setTyped(next);
          add.clear();
        }}
        unit={quote}
        max={withoutClosingZeros(available)}
        error={wrongWords(verdict, scale, t)}
        help={
          <>
            {t('futures.available')}: <Amount value={available} unit={quote} own />
          </>
        }
      />
      <MarginPreview
        decimals={product?.priceDecimals}
        margin={position.margin}
        liquidationPrice={figures?.liquidationPrice ?? null}
        preview={preview}
        unit={quote}
      />
      <p className={sheetStyles.note}>{t('futures.addMarginNote')}</p>
      {problem && (
        <p className={sheetStyles.problem} role="alert">
          {failureWords(problem, t)}
        </p>
      )}
      <Button fullWidth size="lg" loading={add.busy} disabled={amount === null} onClick={() => void send()}>
        {t('futures.addMargin')}
      </Button>
    </div>
  );
}

/** What is wrong with the amount, in words. Nothing is said of an empty field. */
function wrongWords(verdict: AmountVerdict, scale: number, t: TFunction): string | null {
  if (verdict === 'required') return null;
  return verdict === 'above' ? t('futures.notEnough') : verdictWords(verdict, scale, t);
}

interface PreviewProps {
  /** Of the market's prices. */
  decimals: number | undefined;
  margin: string;
  liquidationPrice: string | null;
  preview: FuturesPreviewView | null;
  unit: string;
}

function MarginPreview({ decimals, margin, liquidationPrice, preview, unit }: PreviewProps) {
  const { t } = useTranslation();
  return (
    <PreviewRows
      rows={[
        { label: t('futures.marginNow'), value: <Amount value={margin} unit={unit} /> },
        {
          label: t('futures.marginAfter'),
          value: <Amount value={preview?.margin ?? null} unit={unit} />,
          strong: true,
        },
        {
          label: t('futures.liquidationPrice'),
          value: <LiquidationChange preview={preview} decimals={decimals} now={liquidationPrice} />,
          strong: true,
        },
        {
          label: t('futures.balanceAfter'),
          value: <Amount value={preview?.balanceAfter ?? null} unit={unit} own />,
        },
      ]}
    />
  );
}
