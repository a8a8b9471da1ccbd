import {
  MarketCatalog,
  type MarketChangeNotice,
  MarketUpdates,
  type Quotation,
  quotationOf,
} from '../../markets/market-board/index.js';

/** Collects the futures markets whose prices moved, from the board's update notices. */
export class MovedFutures {
  private readonly moved = new Set<number>();

  constructor(
    private readonly updates: MarketUpdates,
    private readonly catalog: MarketCatalog,
  ) {}

  /** Calls back once markets have moved. @returns a function that unsubscribes. */
  listen(listener: () => void): () => void {
    return this.updates.on((notice) => {
      this.hear(notice);
      if (this.moved.size > 0) listener();
    });
  }

  add(marketIds: readonly number[]): void {
    for (const marketId of marketIds) this.moved.add(marketId);
  }

  get all(): number[] {
    return [...this.moved];
  }

  remove(marketId: number): void {
    this.moved.delete(marketId);
  }

  private hear({ last, mark, book, futures }: MarketChangeNotice): void {
    this.note([...mark, ...futures]);
    // Last price and book of the pair concern only futures that are priced by the pair; the others come as `futures`.
    this.note([...last, ...book], 'pair');
  }

  private note(symbols: readonly string[], of?: Quotation): void {
    for (const symbol of symbols) {
      const market = this.catalog.bySymbol(symbol);
      if (!market?.perpetual || (of !== undefined && quotationOf(market, 'perpetual') !== of)) continue;
      this.moved.add(market.id);
    }
  }
}
