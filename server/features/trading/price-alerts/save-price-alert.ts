import { Injectable } from '@nestjs/common';
import type { PriceAlertRequest } from '../../../contract/trading/price-alerts.dto.js';
import { type AlertFigure, alertValueProblem, figureOf } from '../../../contract/rules/price-alert.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MarketCatalog } from '../../markets/market-board/index.js';
import type { MarketEntity } from '../../markets/market-board/index.js';
import { AlertStart } from './alert-start.js';
import { type AlertFate, type NewAlert, PriceAlertsStore } from './price-alerts.store.js';
import type { AlertTerms } from './watched-alert.js';

/** Makes a user's alert, or changes it: one that went off or was paused waits again then. */
@Injectable()
export class SavePriceAlert {
  constructor(
    private readonly store: PriceAlertsStore,
    private readonly start: AlertStart,
    private readonly catalog: MarketCatalog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns its id.
   * @throws Refusal `markets.unknown-symbol`, `request.invalid`, `alert.already-there`, `alert.same`, `alert.too-many`.
   */
  async execute(userId: string, request: PriceAlertRequest): Promise<string> {
    const alert = await this.alertOf(request);
    const at = new Date(this.clock.now());
    const { fate, id } = await this.transactions.run((tx) => this.store.add(tx, userId, alert, at));
    refuse(fate);
    return id;
  }

  /** @throws the same, and `alert.unknown`. */
  async change(userId: string, id: string, request: PriceAlertRequest): Promise<void> {
    const alert = await this.alertOf(request);
    const at = new Date(this.clock.now());
    refuse(await this.transactions.run((tx) => this.store.change(tx, userId, id, alert, at)));
  }

  private async alertOf(request: PriceAlertRequest): Promise<NewAlert> {
    const terms = this.termsOf(request);
    const { pause, note = '' } = request;
    const pauseSeconds = pause === undefined ? null : Number.parseInt(pause, 10);
    return { ...terms, pauseSeconds, note: note.trim(), ...(await this.start.fresh(terms)) };
  }

  private termsOf({ symbol, kind, value, window, source }: PriceAlertRequest): AlertTerms {
    const market = this.marketOf(symbol, kind === 'margin-above');
    const figure = figureOf(kind);
    if (market && !isOffered(market, figure, source === 'mark')) throw new Refusal('markets.unknown-symbol');
    if (alertValueProblem(kind, value, market?.priceScale ?? 0) !== null) {
      throw new Refusal('request.invalid', { field: 'value' });
    }
    if ((figure === 'percent') !== (window !== undefined)) throw new Refusal('request.invalid', { field: 'window' });
    if (figure !== 'price' && source !== undefined) throw new Refusal('request.invalid', { field: 'source' });
    return {
      kind,
      value,
      marketId: market?.id ?? null,
      windowSeconds: window === undefined ? null : Number.parseInt(window, 10),
      source: figure === 'price' ? (source ?? 'index') : null,
    };
  }

  private marketOf(symbol: string | undefined, mayLack: boolean): MarketEntity | null {
    if (symbol === undefined && mayLack) return null;
    const market = symbol === undefined ? undefined : this.catalog.bySymbol(symbol);
    if (!market) throw new Refusal('markets.unknown-symbol');
    return market;
  }
}

/** Funding, margins and marks are those of futures. */
function isOffered({ perpetual }: MarketEntity, figure: AlertFigure, byMark: boolean): boolean {
  return perpetual || (!byMark && (figure === 'price' || figure === 'percent'));
}

function refuse(fate: AlertFate): void {
  if (fate === 'same') throw new Refusal('alert.same');
  if (fate === 'too-many') throw new Refusal('alert.too-many');
  if (fate === 'unknown') throw new Refusal('alert.unknown');
}
