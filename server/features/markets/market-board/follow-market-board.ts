import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { TickerView } from '../../../contract/markets/markets.dto.js';
import { percentChange } from '../../../contract/money.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Config } from '../../../platform/config/config.js';
import { MarketBoard, type UnfedMarket } from './market-board.js';
import { MarketBus } from './market-bus.js';
import { MarketCatalog } from './market-catalog.js';
import { emptyRow } from './market-status.rules.js';
import { MarketsStore, type StoredPrice } from './markets.store.js';

const CHECK_MS = 1000;
/** How long an answer to `hello` is waited for before it is asked again, in real time. */
const HELLO_AGAIN_MS = 500;
const DAY_MS = 86_400_000;

/**
 * Keeps the board of this process: follows the feeding process over the bus, asks for the whole board at start and
 * after every loss, and looks at the time every second. What Postgres has stands on the board until somebody feeds.
 */
@Injectable()
export class FollowMarketBoard implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(FollowMarketBoard.name);
  private stored = new Map<string, TickerView>();
  private checking: NodeJS.Timeout | null = null;
  private asking: NodeJS.Timeout | null = null;

  constructor(
    private readonly board: MarketBoard,
    private readonly bus: MarketBus,
    private readonly catalog: MarketCatalog,
    private readonly store: MarketsStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { ROLES } = this.config.values;
    if (!ROLES.includes('gateway') && !ROLES.includes('worker')) return;
    await this.readStored();
    this.check();
    this.bus.onUpdate((update) => {
      const fate = this.board.apply(update, this.clock.now());
      if (fate === 'gap') this.ask();
      else if (fate === 'taken') this.stopAsking();
    });
    this.bus.onConnected(() => this.ask());
    this.ask();
    this.checking = setInterval(() => this.check(), CHECK_MS);
    this.checking.unref();
  }

  onApplicationShutdown(): void {
    if (this.checking) clearInterval(this.checking);
    this.stopAsking();
  }

  /** Makes statuses right that change by time alone. */
  check(): void {
    const now = this.clock.now();
    this.board.check(
      now,
      this.catalog.all().map((market): UnfedMarket => {
        const { open, reason, opensAt } = this.catalog.session(market, now);
        return {
          symbol: market.symbol,
          halted: market.haltedReason !== null,
          closed: reason,
          opensAt: open ? null : opensAt,
          row: this.stored.get(market.symbol) ?? emptyRow(market.symbol),
        };
      }),
    );
    if (this.board.unfed) this.ask();
  }

  /** Asks for the whole board until an update is taken. */
  private ask(): void {
    if (this.asking) return;
    this.bus.hello();
    this.asking = setTimeout(() => {
      this.asking = null;
      if (this.board.unfed) this.ask();
    }, HELLO_AGAIN_MS);
    this.asking.unref();
  }

  private stopAsking(): void {
    if (this.asking) clearTimeout(this.asking);
    this.asking = null;
  }

  private async readStored(): Promise<void> {
    try {
      const prices = await this.store.storedPrices(this.clock.now() - DAY_MS);
      for (const price of prices) {
        const market = this.catalog.byId(price.marketId);
        if (market) this.stored.set(market.symbol, storedRow(market.symbol, price));
      }
    } catch (error) {
      this.logger.warn(`Stored prices could not be read: ${error instanceof Error ? error.message : 'unknown'}`);
    }
  }
}

/** The row of a market as it was last stored. */
function storedRow(symbol: string, stored: StoredPrice): TickerView {
  const { last, open, high, low, volume, quoteVolume, origin, pricedAt } = stored;
  const figures = { last, open, high, low, volume, quoteVolume, origin, pricedAt };
  const change = open === null || last === null ? null : percentChange(open, last);
  return { ...emptyRow(symbol), ...figures, change, windowMs: open === null ? 0 : DAY_MS };
}
