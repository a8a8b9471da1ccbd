import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { ChosenFeeds } from '../../../platform/feeds/choose-feeds.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { MarketBus, MarketCatalog, TradableMarkets } from '../market-board/index.js';
import { PriceEngine } from '../prices/index.js';
import type { FedFrom } from './feed-lease.store.js';
import { planMarkets } from './feed-plan.js';
import { reportPrices } from './price-figures.js';
import type { LeadershipTerm, TermLease } from './leadership-term.js';
import { LeadershipTermFactory } from './leadership-term-factory.js';
import { UpdatePublisher } from './update-publisher.js';

const FIGURES_EVERY_MS = 1000;

/** Puts together what one leadership term consists of, and watches over the one that runs. */
@Injectable()
export class LeadershipTerms {
  private readonly logger = new Logger('Prices');
  private running: { engine: PriceEngine; publisher: UpdatePublisher; term: LeadershipTerm } | null = null;
  private figures: NodeJS.Timeout | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly bus: MarketBus,
    private readonly catalog: MarketCatalog,
    private readonly termFactory: LeadershipTermFactory,
    private readonly tradable: TradableMarkets,
  ) {}

  /** How what the running term makes is being kept; null when none runs. */
  get backlog(): { tapeLagSeconds: number; barsWaiting: number; barsStuckSeconds: number } | null {
    if (!this.running) return null;
    const { tapeLagMs, backlog, barsStuckMs } = this.running.term;
    return {
      tapeLagSeconds: Math.round(tapeLagMs / 1000),
      barsWaiting: backlog,
      barsStuckSeconds: Math.round(barsStuckMs / 1000),
    };
  }

  /** Answers gateways that ask for the whole board, from now on, whenever a leadership term runs. */
  listen(): void {
    this.bus.onHello(() => this.running?.publisher.wantSnapshot());
  }

  /** How the markets are to be fed, as text: a leadership term whose plan differs has to start anew. */
  planOf(choice: ChosenFeeds): string {
    const plans = planMarkets(this.catalog, choice);
    return JSON.stringify(plans.map(({ market, ...sources }) => [market.symbol, market.bandRatio, sources]));
  }

  /** Where the prices of each market come from with these feeds. */
  originsOf(choice: ChosenFeeds): FedFrom[] {
    const ofRealMoney = new Set(this.tradable.realMoneyOrigins());
    return planMarkets(this.catalog, choice).map(({ market, origin }) => ({
      id: market.id,
      origin,
      movesRealMoney: ofRealMoney.has(origin),
    }));
  }

  create(choice: ChosenFeeds, lease: TermLease): LeadershipTerm {
    const now = () => this.clock.now();
    const engine = new PriceEngine(this.metrics, (symbol, at) => this.look(symbol, at), now);
    const publisher = new UpdatePublisher(this.bus, lease.token);
    const { catalog, logger } = this;
    const tools = { engine, publisher, catalog, logger, now };
    const term = this.termFactory.create(lease, planMarkets(catalog, choice), choice.feeds, tools);
    this.watch({ engine, publisher, term });
    return term;
  }

  /** No term runs any more in this process. */
  forget(): void {
    if (this.figures) clearInterval(this.figures);
    this.figures = null;
    this.running = null;
    this.metrics.feedLeader.set(0);
    this.metrics.tapeLagSeconds.set(0);
  }

  private watch(running: NonNullable<typeof this.running>): void {
    this.forget();
    this.running = running;
    this.metrics.feedLeader.set(1);
    this.figures = setInterval(() => {
      reportPrices(running.engine, this.metrics, this.clock.now());
      this.metrics.candleBacklog.set(running.term.backlog);
      this.metrics.tapeLagSeconds.set(running.term.tapeLagMs / 1000);
    }, FIGURES_EVERY_MS);
    this.figures.unref();
  }

  private look(symbol: string, now: number) {
    const market = this.catalog.bySymbol(symbol);
    if (!market) return { market, closed: null, opensAt: null };
    const { open, reason, opensAt } = this.catalog.session(market, now);
    return { market, closed: reason, opensAt: open ? null : opensAt };
  }
}
