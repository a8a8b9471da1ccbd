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
  closedPartsOf,
  endedClosingsKey,
  historyKey,
  type LiveFigures,
  readEndedClosings,
  readHistory,
} from '../futures-account';
import { lotsWords } from '../liquidation';
import { AmendClosingSheet, AmendSheet, StopsSheet } from '../positions';
import { futuresFills, futuresLines, type Stop } from './futures-marks-of';

interface Props {
  symbol: string;
  account: FuturesPositionsView;
  products: readonly FuturesProductView[];
  figures: ReadonlyMap<string, LiveFigures>;
  onMarks: (marks: OwnMarks) => void;
}

/** The line of a position, or of an order, that was dropped somewhere else; the row as it was then. */
interface Dropped {
  position: FuturesPositionView;
  line: Stop | 'order' | FuturesClosingView;
  price: string;
}

const NOTHING: readonly FuturesPositionView[] = [];

/** Tells the chart of a futures market which entries, orders, stops and liquidations are the user's; a dragged stop or order is asked about. */
export function FuturesMarks({ symbol, onMarks, ...own }: Props) {
  const { account, products, figures } = own;
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const marks = useMarks(symbol, account.positions, { figures, onDrop: setDropped });
  useEffect(() => onMarks(marks), [marks, onMarks]);
  if (!dropped) return null;
  const { line, price } = dropped;
  const close = () => setDropped(null);
  // What is over meanwhile takes no form away from its user: that says so itself.
  if (line === 'order') return <AmendSheet {...own} order={dropped.position} suggested={price} onClose={close} />;
  if (typeof line === 'object')
    return (
      <AmendClosingSheet
        {...own}
        opened={{ position: dropped.position, closing: line }}
        suggested={price}
        onClose={close}
      />
    );
  const position = account.positions.find(({ positionId }) => positionId === dropped.position.positionId);
  if (!position) return null;
  return (
    <StopsSheet
      position={position}
      product={products.find(({ marketId }) => marketId === position.marketId) ?? null}
      figures={figures.get(position.positionId) ?? null}
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
  const { data: parts } = useQuery(closedPartsOf(type));
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
      lines: futuresLines(positions, {
        symbol,
        words,
        liquidationOf: (positionId) => known.get(positionId) ?? null,
        onDrop: (position, line, price) => onDrop({ position, line, price }),
        onAmend: (position, price) => onDrop({ position, line: 'order', price }),
        onAmendClosing: (position, closing, price) => onDrop({ position, line: closing, price }),
      }),
      fills: futuresFills({ rows, parts: parts ?? [], closings: closed?.rows ?? [] }, symbol),
    };
  }, [symbol, positions, past, closed, parts, liquidations, onDrop, t, language]);
}
