import { useTranslation } from 'react-i18next';
import type { EndedClosingView } from '../../../../server/contract/trading/futures.dto';
import { useLanguage } from '../../../platform/preferences';
import { formatPrice } from '../../../ui/cut-price';
import { Sheet } from '../../../ui/sheet';
import { StatePill } from '../../../ui/state-pill';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { useMoment } from '../../../ui/use-moment';
import { useMarket } from '../../markets/market-list';
import { PreviewRows, SideTags } from '../futures-account';
import { lotsWords } from '../liquidation';
import { ClosingChanges } from './closing-changes';
import rowStyles from './position-rows.module.css';
import { CLOSING_TONES } from './row-status';

interface Props {
  /** Null: none is looked at. */
  row: EndedClosingView | null;
  onClose: () => void;
}

/** Everything that is known of an order to close lots that has ended, with what its owner changed of it before. */
export function ClosingDetail({ row, onClose }: Props) {
  return (
    <Sheet title={row?.market ?? ''} opened={row !== null} onClose={onClose} tall>
      {row && <Detail row={row} />}
    </Sheet>
  );
}

function Detail({ row }: { row: EndedClosingView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const { market } = useMarket(row.market);
  const decimals = market?.priceDecimals;
  const numbers = (text: string) => <span className="numbers">{text}</span>;
  const price = (value: string) => numbers(formatPrice(value, language, decimals));
  return (
    <div className={sheetStyles.step}>
      <div className={rowStyles.brief}>
        <SideTags row={row} />
        <StatePill tone={CLOSING_TONES[row.end]} text={t(`futures.closingEnds.${row.end}`)} />
      </div>
      <PreviewRows
        rows={[
          { label: t('futures.orderNumber'), value: numbers(row.closingId) },
          { label: t('futures.limitPrice'), value: price(row.limitPrice) },
          { label: t('futures.lots'), value: numbers(lotsWords(row.lots, t, language)) },
          { label: t('futures.lotsClosed'), value: numbers(lotsWords(row.lotsFilled, t, language)) },
          ...(row.averagePrice === null ? [] : [{ label: t('futures.closeAverage'), value: price(row.averagePrice) }]),
          { label: t('futures.orderedAt'), value: numbers(moment(row.createdAt)) },
          { label: t('futures.endedAt'), value: numbers(moment(row.endedAt)) },
        ]}
      />
      <ClosingChanges order={row} amendments={row.amendments} decimals={decimals} />
    </div>
  );
}
