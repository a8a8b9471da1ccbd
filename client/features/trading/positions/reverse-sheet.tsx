import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { opposite } from '../../../../server/contract/rules/margin.rules';
import type { FuturesPreviewView, FuturesReversePreviewView } from '../../../../server/contract/trading/futures.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { Sheet } from '../../../ui/sheet';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import {
  Amount,
  closedWords,
  LiquidationChange,
  openedWords,
  type PreviewRow,
  PreviewRows,
  Problem,
  reversePreviewOf,
  SideTags,
  type PositionEvent,
  unitsOf,
  usePreviewHindrance,
  worstAccepted,
} from '../futures-account';
import { lotsWords } from '../liquidation';
import type { PositionProps } from './position-card';
import { type SheetCommand, useSheetCommand } from './use-sheet-command';

interface Props extends Pick<PositionProps, 'position' | 'product'> {
  /** The market's price is no more of now. */
  isOld: boolean;
  opened: boolean;
  onClose: () => void;
}

/** Closes a position and opens as many lots on the other side, after a look at both in numbers. */
export function ReverseSheet({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const reverse = useSheetCommand('reverse', onClose);
  return (
    <Sheet title={t('futures.reverseTitle', { symbol: props.position.market })} opened={opened} onClose={reverse.leave}>
      {opened && (
        <div className={sheetStyles.step}>
          <SideTags row={props.position} />
          <ReverseForm {...props} reverse={reverse} />
        </div>
      )}
    </Sheet>
  );
}

function ReverseForm({
  position,
  product,
  isOld,
  reverse,
}: Omit<Props, 'opened' | 'onClose'> & { reverse: SheetCommand }) {
  const { t } = useTranslation();
  const outcome = useOutcome(position, product);
  const wish = { id: position.positionId };
  const query = useQuery(reversePreviewOf(wish));
  const { data, error } = query;
  const hindrance = usePreviewHindrance(query);
  const preview = error ? null : (data ?? null);
  const side = opposite(position.side);
  const intent = JSON.stringify(wish);
  const now = preview && product ? worstAccepted(side, preview.opening.price, product.priceDecimals) : null;
  // One of which nobody knows what became goes again as it was: what it accepts is what is shown.
  const worst = now && (reverse.heldWorst(intent) ?? now);
  const isShort = preview !== null && preview.opening.balanceAfter.startsWith('-');
  const problem = reverse.failure ?? error;
  const send = async () => {
    if (worst === null || hindrance !== null) return;
    const fee = preview?.opening.openFeeRatio;
    const bounds = { worst_price: worst, ...(fee && { worst_fee_ratio: fee }) };
    await reverse.send(intent, { ...wish, ...bounds }, outcome());
  };
  return (
    <>
      <p className={sheetStyles.note}>{t('futures.reverseText')}</p>
      <ReversePreview
        preview={preview}
        decimals={product?.priceDecimals}
        worst={worst}
        unit={unitsOf(position).quote}
        isOld={isOld || hindrance !== null}
      />
      {isShort && <Problem text={`${t('futures.notEnough')} ${t('futures.reverseShort')}`} />}
      {problem ? <Problem text={failureWords(problem, t)} /> : hindrance && <Problem text={hindrance} />}
      <Button
        fullWidth
        size="lg"
        color="red"
        loading={reverse.busy}
        disabled={worst === null || isShort || hindrance !== null}
        onClick={() => void send()}
      >
        {t(side === 'long' ? 'futures.reverseToLong' : 'futures.reverseToShort')}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={reverse.busy} onClick={reverse.leave}>
        {t('futures.keep')}
      </Button>
    </>
  );
}

/** What is told of the reversal: what closed and what was opened instead, in one sentence. */
function useOutcome(position: Props['position'], product: Props['product']) {
  const { t } = useTranslation();
  const language = useLanguage();
  return () => {
    let closed: PositionEvent | null = null;
    const reader = { language, decimals: product?.priceDecimals };
    return {
      match: (event: PositionEvent) => {
        if (event.positionId === position.positionId && event.fill !== null) closed = event;
        return closed !== null && isOtherSideOf(position, event);
      },
      words: (event: PositionEvent) =>
        [closed && closedWords(closed, t, reader), openedWords(event, t, reader)].filter(Boolean).join(' '),
    };
  };
}

function isOtherSideOf(position: Props['position'], event: PositionEvent): boolean {
  return (
    event.positionId !== position.positionId &&
    event.marketId === position.marketId &&
    event.side !== position.side &&
    event.lotsOrdered === position.lots &&
    event.createdAt === event.updatedAt
  );
}

interface PreviewProps {
  preview: FuturesReversePreviewView | null;
  /** Of the market's prices. */
  decimals: number | undefined;
  worst: string | null;
  unit: string;
  isOld: boolean;
}

function ReversePreview({ preview, decimals, worst, unit, isOld }: PreviewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null) => <span className="numbers">{formatPrice(value, language, decimals)}</span>;
  const head = (label: string, of: FuturesPreviewView | undefined): PreviewRow => ({
    label,
    value: of ? (
      <span className="numbers">
        {t(`futures.${of.side}`)} · {lotsWords(of.lots, t, language)}
      </span>
    ) : (
      ''
    ),
    strong: true,
  });
  const closing: PreviewRow[] = [
    head(t('futures.reverseCloses'), preview?.closing),
    { label: t('futures.estimatedPrice'), value: price(preview?.closing.price ?? null) },
    {
      label: t('futures.realised'),
      value: <Amount value={preview?.closing.realisedProfit ?? null} unit={unit} signed own />,
      strong: true,
    },
    { label: t('futures.fee'), value: <Amount value={preview?.closing.fee ?? null} unit={unit} /> },
  ];
  const opening: PreviewRow[] = [
    head(t('futures.reverseOpens'), preview?.opening),
    { label: t('futures.estimatedPrice'), value: price(preview?.opening.price ?? null) },
    { label: t('futures.worstAccepted'), value: price(worst) },
    {
      label: t('futures.margin'),
      value: <Amount value={preview?.opening.margin ?? null} unit={unit} own />,
      strong: true,
    },
    { label: t('futures.fee'), value: <Amount value={preview?.opening.fee ?? null} unit={unit} /> },
    {
      label: t('futures.liquidationPrice'),
      value: <LiquidationChange preview={preview?.opening ?? null} decimals={decimals} isNew />,
      strong: true,
    },
    {
      label: t('futures.balanceAfter'),
      value: <Amount value={preview?.opening.balanceAfter ?? null} unit={unit} own />,
    },
  ];
  return (
    <>
      <PreviewRows rows={closing} isOld={isOld} />
      <PreviewRows rows={opening} isOld={isOld} />
    </>
  );
}
