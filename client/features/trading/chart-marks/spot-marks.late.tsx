import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import type { SpotStopView } from '../../../../server/contract/trading/spot-stops.dto';
import type { OwnMarks } from '../../markets/candles';
import type { Market } from '../../markets/market-list';
import { useAccountType } from '../../../platform/account-type';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { withoutClosingZeros } from '../../../ui/money-text';
import {
  AmendExitSheet,
  AmendSheet,
  AmendStopSheet,
  type ExitTerm,
  fillsKey,
  openOrdersOf,
  readFills,
  stopsOf,
} from '../spot-orders';
import { exitLines, fillMarks, orderLines, stopLines } from './spot-marks-of';

interface Props {
  market: Market;
  onMarks: (marks: OwnMarks) => void;
}

/** What the form of a stop begins with where its line, or the one of its order, was dropped. */
type Begin = ComponentProps<typeof AmendStopSheet>['begin'];

/** Tells the chart of a market which orders, stops and fills are the user's, and asks before an order is changed by its line. */
export default function SpotMarks({ market, onMarks }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const type = useAccountType();
  const [amended, setAmended] = useState<{ order: SpotOrderView; price: string } | null>(null);
  const [moved, setMoved] = useState<{ stop: SpotStopView; begin: Begin } | null>(null);
  const [left, setLeft] = useState<{ order: SpotOrderView; begin: Partial<Record<ExitTerm, string>> } | null>(null);
  const { data: orders } = useQuery(openOrdersOf(type));
  const { data: stops } = useQuery(stopsOf(type, 'waiting'));
  const { data: fills } = useQuery({
    queryKey: [...fillsKey(market, type), 'chart'],
    queryFn: ({ signal }) => readFills(market, type, 1, signal),
  });
  const marks = useMemo((): OwnMarks => {
    const words = (order: SpotOrderView, rest: string) =>
      `${t(order.type === 1 ? 'trade.buy' : 'trade.sell')} ${formatDecimal(withoutClosingZeros(rest), language)}`;
    const stopWords = ({ watermark, type: side, cost }: SpotStopView, size: string) => {
      const amount = formatDecimal(withoutClosingZeros(size), language);
      const much = cost === null ? amount : `${amount} ${market.quote}`;
      return `${t(watermark === null ? 'spot.stop' : 'spot.trail')} · ${t(side === 1 ? 'trade.buy' : 'trade.sell')} ${much}`;
    };
    const onDrop = (order: SpotOrderView, price: string) => {
      if (order.paired_stop_id === null) return setAmended({ order, price });
      // The order of a pair is changed with its stop.
      const stop = stops?.find(({ id }) => id === order.paired_stop_id);
      return stop && setMoved({ stop, begin: { paired_price: price } });
    };
    return {
      lines: [
        ...orderLines(orders ?? [], { symbol: market.symbol, stops, words, onDrop }),
        ...exitLines(orders ?? [], {
          symbol: market.symbol,
          words: (exit) => `${t(`spot.${exit}`)} · ${t('trade.sell')}`,
          onDrop: (order, term, price) => setLeft({ order, begin: { [term]: price } }),
        }),
        ...stopLines(stops ?? [], {
          symbol: market.symbol,
          words: stopWords,
          onDrop: (stop, price) => setMoved({ stop, begin: { trigger_price: price } }),
        }),
      ],
      fills: fillMarks(fills?.rows ?? [], market.symbol),
    };
  }, [orders, stops, fills, market.symbol, market.quote, t, language]);
  useEffect(() => onMarks(marks), [marks, onMarks]);
  return (
    <>
      <AmendSheet order={amended?.order ?? null} price={amended?.price} onClose={() => setAmended(null)} />
      <AmendExitSheet order={left?.order ?? null} begin={left?.begin} onClose={() => setLeft(null)} />
      <AmendStopSheet stop={moved?.stop ?? null} begin={moved?.begin} onClose={() => setMoved(null)} />
    </>
  );
}
