import { Injectable } from '@nestjs/common';
import { CachedRows } from '../../../platform/database/cached-rows.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import {
  openSpans,
  sessionAt,
  type SessionCalendarEntity,
  type SessionState,
  storedHolidays,
  storedSessions,
} from '../session-calendars/index.js';
import type { MarketConstituentEntity } from './market-constituent.entity.js';
import type { MarketEntity } from './market.entity.js';
import { type CatalogRows, MarketsStore } from './markets.store.js';

const RELOAD_MS = 5000;

/**
 * Every market of the product, read from Postgres at start and again every 5 s, so that adding or halting one is
 * a row. A reading that fails leaves the former one in place.
 */
@Injectable()
export class MarketCatalog extends CachedRows {
  private markets: MarketEntity[] = [];
  private symbols = new Map<string, MarketEntity>();
  private currencies = new Map<string, MarketEntity>();
  private ids = new Map<number, MarketEntity>();
  private parts = new Map<number, MarketConstituentEntity[]>();
  private calendars = new Map<string, SessionCalendarEntity>();

  constructor(private readonly store: MarketsStore) {
    super('The markets', RELOAD_MS);
  }

  /** All markets in their sort order. */
  all(): MarketEntity[] {
    return this.markets;
  }

  /** By symbol, `BTC/USDT`; undefined when there is none. */
  bySymbol(symbol: string): MarketEntity | undefined {
    return this.symbols.get(symbol);
  }

  /** By the wire's pair of currency ids. */
  byCurrencies(baseCurrencyId: number, quoteCurrencyId: number): MarketEntity | undefined {
    return this.currencies.get(`${baseCurrencyId}:${quoteCurrencyId}`);
  }

  byId(id: number): MarketEntity | undefined {
    return this.ids.get(id);
  }

  /** The instruments whose prices go into the market's index, by instrument key. */
  constituents(marketId: number): readonly MarketConstituentEntity[] {
    return this.parts.get(marketId) ?? [];
  }

  /** The session calendar with this code; undefined when there is none. */
  calendar(code: string): SessionCalendarEntity | undefined {
    return this.calendars.get(code);
  }

  /**
   * Whether the market trades at the instant, by its calendar. A calendar that is missing or cannot be read counts
   * as closed: no price of ours is offered in a session that we do not know of.
   */
  session(market: MarketEntity, now: number): SessionState {
    const calendar = this.calendars.get(market.calendar);
    try {
      if (calendar) return sessionAt(calendar, now);
    } catch (error) {
      this.warnOfCalendar(market, error);
    }
    return { open: false, reason: 'session-closed', opensAt: null, closesAt: null };
  }

  /** When the market's session is open in `[from, to)`, Unix milliseconds, not cut at the range's ends; never by a calendar as in {@link session}. */
  openSpans(market: MarketEntity, from: number, to: number): readonly { from: number; to: number }[] {
    const calendar = this.calendars.get(market.calendar);
    try {
      if (calendar) return openSpans(calendar, from, to);
    } catch (error) {
      this.warnOfCalendar(market, error);
    }
    return [];
  }

  private warnOfCalendar(market: MarketEntity, error: unknown): void {
    this.logger.warn(`Calendar ${market.calendar}: ${error instanceof Error ? error.message : 'unreadable'}`);
  }

  protected async read(): Promise<void> {
    this.take(await this.store.catalog());
  }

  private take(rows: CatalogRows): void {
    this.markets = rows.markets;
    this.symbols = new Map(rows.markets.map((market) => [market.symbol, market]));
    this.currencies = new Map(rows.markets.map((market) => [`${market.base.id}:${market.quote.id}`, market]));
    this.ids = new Map(rows.markets.map((market) => [market.id, market]));
    this.parts = new Map();
    for (const constituent of rows.constituents) {
      this.parts.set(constituent.marketId, [...(this.parts.get(constituent.marketId) ?? []), constituent]);
    }
    this.calendars = new Map(rows.calendars.flatMap((calendar) => this.readable(calendar)));
  }
  /** A calendar is left out, and its markets are closed, where a row does not say its sessions and holidays in their form. */
  private readable({ code, timeZone, ...stored }: SessionCalendarEntity): [string, SessionCalendarEntity][] {
    try {
      const sessions = storedJson(storedSessions, stored.sessions, 'session_calendar.sessions');
      const holidays = storedJson(storedHolidays, stored.holidays, 'session_calendar.holidays');
      return [[code, { code, timeZone, sessions, holidays }]];
    } catch (error) {
      this.logger.warn(`Calendar ${code}: ${error instanceof Error ? error.message : 'unreadable'}`);
      return [];
    }
  }
}
