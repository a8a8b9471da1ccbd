import type { TickerView } from '../../../../server/contract/markets/markets.dto';
import { useChannel } from '../../../platform/use-channel';
import { levelsOnPage } from '../../../ui/use-shape';
import { BookColumn } from '../../markets/market-figures';
import type { Market } from '../../markets/market-list';

const NO_BOOK = { bids: [], asks: [] };

interface Props {
  market: Market;
  /** The row that its futures are traded by. */
  ticker: TickerView;
  hasOwnBook: boolean;
  /** Levels shown of each side; left out: as many as the page has room for. */
  levels?: number;
  /** Takes the price that was tapped. Undefined: nobody can trade here. */
  onPrice: ((price: string) => void) | undefined;
}

/** The book of a futures market beside its chart, or beside its ticket. */
export function FuturesBook({ market, ticker, hasOwnBook, levels, onPrice }: Props) {
  const { state, status } = useChannel(hasOwnBook ? 'markets.perpetual-depth' : 'markets.depth', {
    symbol: market.symbol,
  });
  return (
    <BookColumn
      market={market}
      ticker={ticker}
      book={state ?? NO_BOOK}
      levels={levels ?? levelsOnPage()}
      dimmed={state !== null && status !== 'live'}
      onPrice={onPrice}
    />
  );
}
