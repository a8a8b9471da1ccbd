import { useTranslation } from 'react-i18next';
import type { FuturesPreviewView } from '../../../../server/contract/trading/futures.dto';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { Amount, type PreviewRow, PreviewRows } from '../futures-account';
import { lotsWords } from '../liquidation';

interface Props {
  preview: FuturesPreviewView | null;
  /** It is of the order that was there before, until that of the present one has come. */
  isFormer?: boolean;
  unit: string;
  /** Of the market's prices. */
  decimals: number;
  /** The worst price that the order may be filled at; null: not known yet. A limit order has none: its limit says it. */
  worst?: string | null;
  /** The age of the market's price in words; null while it is live. */
  old: string | null;
  /** What only the confirmation shows, above the rest. */
  first?: readonly PreviewRow[];
}

/** What an order that only reduces would close and bring. */
export function ReducePreviewRows({ preview, unit, decimals, worst, old, first = [], isFormer = false }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const price = (value: string | null | undefined) => (
    <span className="numbers">{formatPrice(value ?? null, language, decimals)}</span>
  );
  const isOld = old !== null && preview !== null && !preview.waits;
  const rows: PreviewRow[] = [
    ...first,
    {
      label: t('futures.lotsToClose'),
      value: <span className="numbers">{preview === null ? '' : lotsWords(preview.lots, t, language)}</span>,
      strong: true,
    },
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
    {
      label: t('futures.realised'),
      value: <Amount value={preview?.realisedProfit ?? null} unit={unit} signed own />,
      strong: true,
    },
    { label: t('futures.fee'), value: <Amount value={preview?.fee ?? null} unit={unit} /> },
    { label: t('futures.marginAfter'), value: <Amount value={preview?.margin ?? null} unit={unit} /> },
    { label: t('futures.balanceAfter'), value: <Amount value={preview?.balanceAfter ?? null} unit={unit} own /> },
  ];
  return <PreviewRows rows={rows} isOld={isOld} isFormer={isFormer} />;
}
