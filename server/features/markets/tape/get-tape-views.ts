import { Injectable } from '@nestjs/common';
import type { TapeProofView, TapeRootView, TapeSliceView } from '../../../contract/markets/tape.dto.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog, type MarketEntity } from '../market-board/index.js';
import { ReadTape } from './read-tape.js';
import { type StoredRoot, TapeRootsStore } from './tape-roots.store.js';

const SLICE_MAX_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ROOTS_MAX = 1000;

/** The tape as everybody may read it, by symbol. */
@Injectable()
export class GetTapeViews {
  constructor(
    private readonly readTape: ReadTape,
    private readonly stored: TapeRootsStore,
    private readonly catalog: MarketCatalog,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `markets.unknown-symbol`, `markets.invalid-range`. */
  async slice(symbol: string, from: number, to: number): Promise<TapeSliceView> {
    const market = this.market(symbol);
    if (to < from || to - from > SLICE_MAX_MS) throw new Refusal('markets.invalid-range');
    // Read first: the slice then contains at least everything up to the watermark.
    const completeUntil = await this.readTape.completeUntil(market.id);
    const samples = await this.readTape.slice(market.id, from, to);
    return { symbol, marketId: market.id, samples, completeUntil };
  }

  /** @throws Refusal `markets.unknown-symbol`. */
  async roots(symbol: string | null, from: string | null, to: string | null): Promise<TapeRootView[]> {
    const market = symbol === null ? null : this.market(symbol);
    const now = this.clock.now();
    const range = { from: from === null ? now - DAY_MS : Number(from), to: to === null ? now : Number(to) };
    const roots = await this.stored.list(market?.id ?? null, range, ROOTS_MAX);
    return roots.map((root) => this.rootView(root));
  }

  /** @throws Refusal `markets.unknown-symbol`, or `markets.no-price` for a gap. */
  async proof(symbol: string, second: number): Promise<TapeProofView> {
    const proof = await this.readTape.proof(this.market(symbol).id, second);
    if (!proof) throw new Refusal('markets.no-price');
    return { ...proof, root: proof.root && this.rootView(proof.root) };
  }

  private market(symbol: string): MarketEntity {
    const market = this.catalog.bySymbol(symbol);
    if (!market) throw new Refusal('markets.unknown-symbol');
    return market;
  }

  private rootView(root: StoredRoot): TapeRootView {
    return { symbol: this.catalog.byId(root.marketId)?.symbol ?? '', ...root };
  }
}
