import { Injectable } from '@nestjs/common';
import { isAlreadyThere, directionOf, levelOf } from '../../../contract/rules/price-alert.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import { sideOf, type Standing } from './alert.rules.js';
import { OtherFigures } from './other-figures.js';
import { TapeFigures } from './tape-figures.js';
import { type AlertTerms, seriesOf, type ShownReading } from './watched-alert.js';

/** How far back the last price of a market may be: longer than any weekend with its holidays. */
const LAST_PRICE_MS = 7 * 24 * 60 * 60_000;

/** Where an alert begins: on which side of its level the figure is now, and from which second on the tape is judged for it. */
@Injectable()
export class AlertStart {
  constructor(
    private readonly tapeFigures: TapeFigures,
    private readonly otherFigures: OtherFigures,
    private readonly catalog: MarketCatalog,
    private readonly clock: Clock,
  ) {}

  /**
   * Of one that is made or changed.
   * @throws Refusal `alert.already-there`.
   */
  async fresh(terms: AlertTerms): Promise<Standing> {
    const reading = await this.reading(terms);
    if (reading && isAlreadyThere(terms.kind, levelOf(terms.kind, terms.value), reading.value)) {
      throw new Refusal('alert.already-there', { figure: reading.figure });
    }
    return this.standing(terms, reading);
  }

  /** Of one that was paused: what is there already waits until it has come back. */
  async again(terms: AlertTerms): Promise<Standing> {
    return this.standing(terms, await this.reading(terms));
  }

  private standing(terms: AlertTerms, reading: ShownReading | null): Standing {
    const now = this.clock.now();
    // Who uses more of a margin than that already is told at once: it is a warning.
    if (terms.kind === 'margin-above') return { phase: 'up', since: now, wakesAt: null };
    const level = levelOf(terms.kind, terms.value);
    const side = reading && sideOf(directionOf(terms.kind), level, reading.value);
    if (reading && side) return { phase: side, since: reading.at, wakesAt: null };
    return { phase: 'asleep', since: now, wakesAt: now };
  }

  /** The figure of now; null while there is none. Margins are known to workers alone. */
  private async reading(terms: AlertTerms): Promise<ShownReading | null> {
    const { kind, marketId } = terms;
    if (kind === 'margin-above' || marketId === null) return null;
    if (kind === 'funding-above' || kind === 'funding-below') {
      const symbol = this.catalog.byId(marketId)?.symbol;
      return symbol === undefined ? null : ((await this.otherFigures.rate(symbol))?.reading ?? null);
    }
    const last = await this.tapeFigures.last(marketId, this.clock.now() - LAST_PRICE_MS);
    const wanted = seriesOf(terms, '');
    const found = last ? await this.tapeFigures.figures([last], (series) => series === wanted) : [];
    return found[0]?.reading ?? null;
  }
}
