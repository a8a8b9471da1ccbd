export { useDayWords } from './day-words';
export { profitDaysOf, PROFIT_DAYS_KEY } from './profit.api';
export { ProfitReport, type Range, RANGES } from './profit-report';
export { daysBefore, wholeOf } from './spans';
