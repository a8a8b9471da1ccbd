import type { IndexConstituentView, IndexState, MarkPriceView } from '../../../contract/markets/markets.dto.js';
import { type DecimalText, fromUnits, isDecimalText, toUnits, UNIT } from '../../../contract/money.js';
import { type Constituent, CONSTITUENT_AGE_MAX_MS, indexPrice } from './index-price.rules.js';
import { ConstituentSilence } from './constituent-silence.js';
import { nextFundingStamp } from '../../../contract/rules/funding.rules.js';
import type { InstrumentQuote } from './instrument-quote.js';
import { BasisWindow, markPrice } from './mark-price.rules.js';
import { SPOT_ALONE_MS } from '../../../contract/rules/tape.rules.js';
import { PRICE_STALE_MS } from '../market-board/index.js';

/** Decimals that index and mark have beyond those of the market's prices. */
const EXTRA_DECIMALS = 2;

/** Where a market's index and mark come from. */
export interface IndexSources {
  symbol: string;
  priceScale: number;
  constituents: { quote: InstrumentQuote; weight: string }[];
  constituentsMin: number;
  outlierRatio: string;
  /** The largest believable distance of two prices of the market, as a fraction. */
  bandRatio: string;
  /** The pair's instrument. */
  price: InstrumentQuote;
  /** What futures are traded by, whose last price and book make their mark; null without futures. */
  perpetual: InstrumentQuote | null;
  /** The perpetual, whose own index may be taken; null when there is none. */
  mark: InstrumentQuote | null;
}

interface Prices {
  index: string | null;
  mark: string | null;
  state: IndexState;
  constituents: IndexConstituentView[];
}

/** Samples index and mark of one market, once a second. */
export class MarketIndex {
  private readonly basis = new BasisWindow();

  private readonly silence: ConstituentSilence;

  constructor(readonly sources: IndexSources) {
    this.silence = new ConstituentSilence(UNIT / 10n ** BigInt(sources.priceScale));
  }

  /** The venue's own index is taken where a single venue suffices (B.1). The mark is ours in any case (B.2). */
  get method(): MarkPriceView['method'] {
    return this.sources.constituentsMin === 1 && this.sources.mark !== null ? 'venue' : 'constituents';
  }

  /**
   * Takes up how far the mark stood from the index in the seconds before a restart, ascending. Without them the first
   * book after it would be the whole average, and whoever moves that book for a second would make the mark.
   */
  restoreBasis(marks: readonly { at: number; index: DecimalText; mark: DecimalText }[]): void {
    for (const { at, index, mark } of marks) this.basis.add(at, toUnits(mark) - toUnits(index));
  }

  /** @param rate our own of the last stamp; null when there is none. */
  sample(now: number, rate: string | null): MarkPriceView {
    const { symbol, mark } = this.sources;
    const traded = this.sources.perpetual ?? this.sources.price;
    const funding = mark === null && this.sources.perpetual === null ? null : { rate, at: nextFundingStamp(now) };
    const prices = this.method === 'venue' ? this.ofVenue(now, rate) : this.ofConstituents(now, rate);
    return {
      symbol,
      mark: prices.mark,
      index: prices.index,
      // What nothing has confirmed lately is no price of this second: stops that are judged by the tape would be reached by it.
      last: this.isFresh(traded, now, this.sources.perpetual ? PRICE_STALE_MS : SPOT_ALONE_MS)
        ? (traded.last?.text ?? null)
        : null,
      indexState: prices.state,
      method: this.method,
      constituents: prices.constituents,
      fundingRate: funding?.rate == null ? null : shortest(funding.rate),
      nextFundingAt: funding?.at ?? null,
      sampledAt: now,
    };
  }

  private ofVenue(now: number, rate: string | null): Prices {
    const { mark } = this.sources;
    const { index } = mark?.fields ?? {};
    const ageMs = mark?.fieldsAt == null ? null : Math.max(0, now - mark.fieldsAt);
    const known = isPositive(index);
    const fresh = known && ageMs !== null && ageMs <= CONSTITUENT_AGE_MAX_MS;
    const constituent: IndexConstituentView = {
      venue: mark?.venue ?? '',
      price: known ? index : null,
      weight: '1',
      ageMs,
      used: fresh,
      reason: fresh ? null : known ? 'too-old' : 'no-data',
    };
    if (!fresh) return { index: null, mark: null, state: 'stale', constituents: [constituent] };
    const marked = this.text(this.markOf(toUnits(index), now, rate));
    return { ...orStale(index, marked, 'ok'), constituents: [constituent] };
  }

  private ofConstituents(now: number, rate: string | null): Prices {
    const { constituents, constituentsMin, outlierRatio } = this.sources;
    const prices = constituents.map(({ quote }) => quote.constituentPrice);
    const heard = constituents.map(({ quote }, place) => ({
      units: prices[place]?.units ?? null,
      heardAt: quote.heardAt,
      spread: quote.spread(now),
    }));
    const silentSince = this.silence.judge(heard, now);
    const rows = constituents.map(({ quote, weight }, place): Constituent => {
      const { units = null, at = null } = prices[place] ?? {};
      return { venue: quote.venue, weight: toUnits(weight), price: units, at: silentSince[place] ?? at };
    });
    const sample = indexPrice(rows, { least: constituentsMin, outlierRatio: toUnits(outlierRatio) }, now);
    const views = constituents.map(({ quote, weight }, place): IndexConstituentView => {
      const { ageMs = null, used = false, reason = 'no-data' } = sample.parts[place] ?? {};
      return { venue: quote.venue, price: prices[place]?.text ?? null, weight: shortest(weight), ageMs, used, reason };
    });
    if (sample.price === null) return { index: null, mark: null, state: sample.state, constituents: views };
    const marked = this.text(this.markOf(sample.price, now, rate));
    return { ...orStale(this.text(sample.price), marked, sample.state), constituents: views };
  }

  private markOf(index: bigint, now: number, rate: string | null): bigint {
    const { perpetual } = this.sources;
    // Without a perpetual there are no futures to mark: the index is the price that counts.
    if (perpetual === null) return index;
    const middle = this.isFresh(perpetual, now) ? perpetual.middle(now) : null;
    if (middle !== null && !this.isElsewhere(middle, index)) this.basis.add(now, middle - index);
    return markPrice({
      index,
      fundingRate: rate === null ? null : toUnits(rate),
      msToFunding: nextFundingStamp(now) - now,
      averageBasis: this.basis.average(now),
      last: this.isFresh(perpetual, now) ? (perpetual.last?.units ?? null) : null,
    });
  }

  /** Whether the index, sound or degraded, contradicts the book, which then fills nobody (`fillingBook`) and is no basis of the mark. */
  private isElsewhere(middle: bigint, index: bigint): boolean {
    const distance = middle > index ? middle - index : index - middle;
    return 2n * distance * UNIT > index * toUnits(this.sources.bandRatio);
  }

  private isFresh(quote: InstrumentQuote, now: number, ageMaxMs = CONSTITUENT_AGE_MAX_MS): boolean {
    return quote.confirmedAt !== null && now - quote.confirmedAt <= ageMaxMs;
  }

  /** The price on the market's grid; null where nothing of it is left there, because zero is no price. */
  private text(price: bigint): string | null {
    const text = fromUnits(price, this.sources.priceScale + EXTRA_DECIMALS);
    return isPositive(text) ? text : null;
  }
}

/** Index and mark together: whoever has not both has none. */
function orStale(index: string | null, mark: string | null, state: IndexState): Omit<Prices, 'constituents'> {
  if (index === null || mark === null) return { index: null, mark: null, state: 'stale' };
  return { index, mark, state };
}

function isPositive(text: string | undefined): text is string {
  return isDecimalText(text) && toUnits(text) > 0n;
}

function shortest(weight: string): string {
  return fromUnits(toUnits(weight));
}
