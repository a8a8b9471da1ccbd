import { CurrencyEntity } from '../features/markets/currency.entity.js';
import { MarketConstituentEntity } from '../features/markets/market-constituent.entity.js';
import { MarketEntity } from '../features/markets/market.entity.js';
import { SessionCalendarEntity } from '../features/session-calendars/session-calendar.entity.js';

/** Every TypeORM entity, listed by hand: no globs. */
export const ENTITIES = [CurrencyEntity, MarketEntity, MarketConstituentEntity, SessionCalendarEntity];
