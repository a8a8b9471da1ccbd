import { CurrencyEntity } from '../features/markets/market-board/currency.entity.js';
import { MarketConstituentEntity } from '../features/markets/market-board/market-constituent.entity.js';
import { MarketEntity } from '../features/markets/market-board/market.entity.js';
import { SessionCalendarEntity } from '../features/markets/session-calendars/session-calendar.entity.js';

/** Every TypeORM entity, listed by hand: no globs. */
export const ENTITIES = [CurrencyEntity, MarketEntity, MarketConstituentEntity, SessionCalendarEntity];
