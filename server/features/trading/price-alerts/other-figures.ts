import { Injectable, Logger } from '@nestjs/common';
import { PREMIUM_SAMPLE_MS } from '../../../contract/rules/funding.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { GetFunding } from '../funding/index.js';
import { fundingReading } from './figure.rules.js';
import { type MarginAsked, MarginFigures } from './margin-figures.js';
import { fundingSeries, type Series, type SeriesReading } from './watched-alert.js';

/** Margins that are looked up in one round. */
const MARGINS_AT_ONCE = 500;

/** What is on no tape: the funding rates as they are published, and the margins of users. */
@Injectable()
export class OtherFigures {
  private readonly logger = new Logger(OtherFigures.name);
  private fundingAt = Number.NEGATIVE_INFINITY;
  private marginsFrom = 0;

  constructor(
    private readonly getFunding: GetFunding,
    private readonly marginFigures: MarginFigures,
    private readonly catalog: MarketCatalog,
    private readonly clock: Clock,
  ) {}

  /**
   * Those of the figures that are due: rates every five seconds, margins in slices. What cannot be read is left out, and logged: alerts
   * on everything else go on.
   */
  async due(series: readonly Series[]): Promise<SeriesReading[]> {
    const rates = new Set(series.filter((each) => each.startsWith('funding:')));
    const margins = series.flatMap(marginOf);
    return [
      ...(await this.orNone('funding rates', () => this.dueRates(rates))),
      ...(await this.orNone('margins', () => this.dueMargins(margins))),
    ];
  }

  /** The rate of one market, as the next interval is expected to pay it; null while nothing is known of it. */
  async rate(symbol: string): Promise<SeriesReading | null> {
    const [rate] = await this.rates(symbol);
    return rate ?? null;
  }

  private async orNone(what: string, read: () => Promise<SeriesReading[]>): Promise<SeriesReading[]> {
    try {
      return await read();
    } catch (error) {
      this.logger.error({ err: error, event: 'not-read', what });
      return [];
    }
  }

  private async dueRates(wanted: ReadonlySet<Series>): Promise<SeriesReading[]> {
    if (wanted.size === 0 || this.clock.now() - this.fundingAt < PREMIUM_SAMPLE_MS) return [];
    this.fundingAt = this.clock.now();
    return (await this.rates()).filter(({ series }) => wanted.has(series));
  }

  private async rates(symbol?: string): Promise<SeriesReading[]> {
    const at = this.clock.now();
    const rates = await this.getFunding.execute(symbol);
    return rates.flatMap(({ symbol: of, rate, samples }) => {
      const market = this.catalog.bySymbol(of);
      if (!market || market.haltedReason !== null || samples === 0) return [];
      return [{ series: fundingSeries(market.id), reading: fundingReading(at, rate) }];
    });
  }

  private async dueMargins(margins: readonly MarginAsked[]): Promise<SeriesReading[]> {
    if (margins.length === 0) return [];
    if (this.marginsFrom >= margins.length) this.marginsFrom = 0;
    const from = this.marginsFrom;
    // Whatever fails of these, the others have their turn.
    this.marginsFrom += MARGINS_AT_ONCE;
    return this.marginFigures.read(margins.slice(from, from + MARGINS_AT_ONCE));
  }
}

function marginOf(series: Series): MarginAsked[] {
  const [, userId, market] = /^margin:([0-9]+):([0-9]+)$/.exec(series) ?? [];
  if (userId === undefined || market === undefined) return [];
  return [{ userId, marketId: market === '0' ? null : Number.parseInt(market, 10) }];
}
