import { useTranslation } from 'react-i18next';
import type { Language } from '../../../../server/contract/errors';
import type { FuturesPreviewView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { formatDecimal, formatPercent, UNKNOWN } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { withoutClosingZeros } from '../../../ui/money-text';
import { Amount, distanceTo, LiquidationChange, type PreviewRow, PreviewRows } from '../futures-account';

interface Props {
  preview: FuturesPreviewView | null;
  /** It is of the order that was there before, until that of the present one has come. */
  isFormer?: boolean;
  product: FuturesProductView;
  unit: string;
  /** The worst price that the order may be filled at; null: not known yet. A limit order has none: its limit says it. */
  worst?: string | null;
  /** The age of the market's price in words; null while it is live. */
  old: string | null;
  /** What only the confirmation shows, above the rest. */
  first?: readonly PreviewRow[];
  /** Liquidation stands elsewhere, in sight all the time. */
  withoutLiquidation?: boolean;
}

/** What an order would cost and where it would end. */
export function OrderPreviewRows({
  preview,
  product,
  unit,
  worst,
  old,
  first = [],
  isFormer = false,
  ...shows
}: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null | undefined) => (
    <span className="numbers">{formatPrice(value ?? null, language, product.priceDecimals)}</span>
  );
  const isOld = old !== null && isByMarket(preview);
  const liquidation = useLiquidationRows(preview, product.priceDecimals);
  const rows: PreviewRow[] = [
    ...first,
    {
      label: t(preview?.waits ? 'futures.limitPrice' : 'futures.estimatedPrice'),
      value: (
        <>
          {price(preview?.price)}
          {isOld && <small className={sheetStyles.age}>{old}</small>}
        </>
      ),
    },
    ...(worst === undefined ? [] : [{ label: t('futures.worstAccepted'), value: price(worst) }]),
    { label: t('futures.value'), value: <Amount value={preview?.notional ?? null} unit={unit} /> },
    { label: t('futures.margin'), value: <Amount value={preview?.margin ?? null} unit={unit} own />, strong: true },
    {
      label: t('futures.feeAt', { percent: feePercent(preview?.openFeeRatio ?? product.openFeeRatio, language) }),
      value: <Amount value={preview?.fee ?? null} unit={unit} />,
    },
    ...(shows.withoutLiquidation === true ? [] : liquidation),
    { label: t('futures.balanceAfter'), value: <Amount value={preview?.balanceAfter ?? null} unit={unit} own /> },
  ];
  return <PreviewRows rows={rows} isOld={isOld} isFormer={isFormer} />;
}

/** Where the order would be liquidated, and how far that is. */
export function useLiquidationRows(preview: FuturesPreviewView | null, decimals: number): PreviewRow[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const distance = preview && distanceTo(preview.price, preview.liquidationPriceAfter);
  return [
    {
      label: t('futures.liquidationPrice'),
      value: <LiquidationChange preview={preview} decimals={decimals} isNew />,
      strong: true,
    },
    {
      label: t('futures.distance'),
      value: <span className="numbers">{distance ? formatPercent(distance, language).replace('+', '') : UNKNOWN}</span>,
    },
  ];
}

/** Whether the figures go by the market's price: those of an order that waits go by its limit. */
export function isByMarket(preview: FuturesPreviewView | null): boolean {
  return preview !== null && !preview.waits;
}

/** The fee of opening as percent, for example "0.05%". */
function feePercent(ratio: string, language: Language): string {
  const hundredths = (Number(ratio) * 100).toFixed(4);
  return `${formatDecimal(withoutClosingZeros(hundredths), language)}%`;
}
