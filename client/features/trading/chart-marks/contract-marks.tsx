import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  FuturesClosingView,
  FuturesPositionsView,
  FuturesPositionView,
  FuturesProductView,
} from '../../../../server/contract/trading/futures.dto';
import type { OwnMarks } from '../../markets/candles';
import { useAccountType } from '../../../platform/account-type';
import { useLanguage } from '../../../platform/preferences';
import {
  endedClosingsKey,
  historyKey,
  type LiveFigures,
  readEndedClosings,
  readHistory,
  useMarkTooOld,
} from '../futures-account';
import { lotsWords } from '../liquidation';
import { AmendClosingSheet, AmendSheet, StopsSheet } from '../positions';
import { closingFills, contractFills, contractLines, type Stop } from './contract-marks-of';

interface Props {
  symbol: string;
  account: FuturesPositionsView;
  products: readonly FuturesProductView[];
  figures: ReadonlyMap<string, LiveFigures>;
  onMarks: (marks: OwnMarks) => void;
}

/** The line of a position, or of an order, that was dropped somewhere else. */
interface Dropped {
  positionId: string;
  /** An order that waits to close the position by its number. */
  line: Stop | 'order' | { closingId: string };
  price: string;
}

const NOTHING: readonly FuturesPositionView[] = [];

/** Tells the chart of a contract which entries, orders, stops and liquidations are the user's; a dragged stop or order is asked about. */
export function ContractMarks({ symbol, account, products, figures, onMarks }: Props) {
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const marks = useMarks(symbol, account.positions, { figures, onDrop: setDropped });
  useEffect(() => onMarks(marks), [marks, onMarks]);
  const position = account.positions.find(({ positionId }) => positionId === dropped?.positionId);
  const live = (position && figures.get(position.positionId)) ?? null;
  const isOld = useMarkTooOld(live?.markedAt ?? null) !== null;
  if (!dropped || !position) return null;
  const product = products.find(({ marketId }) => marketId === position.marketId) ?? null;
  const close = () => setDropped(null);
  const { line, price } = dropped;
  if (line === 'order')
    return <AmendSheet order={position} product={product} suggested={price} opened onClose={close} />;
  if (typeof line === 'object') {
    const closing = position.closings?.find(({ closingId }) => closingId === line.closingId);
    const given = { position, product, figures: live, suggested: price, onClose: close };
    // Filled or taken back meanwhile: there is nothing to change.
    return closing ? <AmendClosingSheet {...given} closing={closing} isOld={isOld} opened /> : null;
  }
  return (
    <StopsSheet
      position={position}
      product={product}
      figures={live}
      available="0"
      suggested={{ [line]: price }}
      opened
      onClose={close}
    />
  );
}

interface Live {
  figures: ReadonlyMap<string, LiveFigures>;
  onDrop: (dropped: Dropped) => void;
}

function useMarks(symbol: string, positions: readonly FuturesPositionView[], { figures, onDrop }: Live): OwnMarks {
  const { t } = useTranslation();
  const language = useLanguage();
  const type = useAccountType();
  const { data: past } = useQuery({
    queryKey: [...historyKey(type), 'chart'],
    queryFn: ({ signal }) => readHistory(type, 1, signal),
  });
  const { data: closed } = useQuery({
    queryKey: [...endedClosingsKey(type), 'chart'],
    queryFn: ({ signal }) => readEndedClosings(type, 1, signal),
  });
  // Figures change with every mark; the chart is told when a price of liquidation does.
  const liquidations = JSON.stringify(
    positions.map(({ positionId }) => [positionId, figures.get(positionId)?.liquidationPrice ?? null]),
  );
  return useMemo((): OwnMarks => {
    const known = new Map(JSON.parse(liquidations) as [string, string | null][]);
    const side = (position: FuturesPositionView) => t(`futures.${position.side}`);
    const words = {
      entry: (position: FuturesPositionView) => `${side(position)} ${lotsWords(position.lots, t, language)}`,
      order: (position: FuturesPositionView) => `${t('futures.status.pending')} · ${side(position)}`,
      stop: (stop: Stop, position: FuturesPositionView) =>
        `${t(stop === 'takeProfit' ? 'futures.tp' : 'futures.sl')} · ${side(position)}`,
      liquidation: t('futures.liquidationPrice'),
      closing: ({ lots }: FuturesClosingView, position: FuturesPositionView) =>
        `${t('futures.close')} · ${side(position)} ${lotsWords(lots, t, language)}`,
    };
    const rows = [...positions, ...(past?.rows ?? NOTHING)];
    return {
      lines: contractLines(positions, {
        symbol,
        words,
        liquidationOf: (positionId) => known.get(positionId) ?? null,
        onDrop: ({ positionId }, line, price) => onDrop({ positionId, line, price }),
        onAmend: ({ positionId }, price) => onDrop({ positionId, line: 'order', price }),
        onAmendClosing: ({ positionId }, { closingId }, price) => onDrop({ positionId, line: { closingId }, price }),
      }),
      fills: [...contractFills(rows, symbol), ...closingFills(closed?.rows ?? [], rows, symbol)],
    };
  }, [symbol, positions, past, closed, liquidations, onDrop, t, language]);
}
