export { BookColumn } from './book-column';
export { DayFigures } from './day-figures';
export { DepthChart } from './late-depth-chart';
export { MarketDepth } from './market-depth';
export { MarketTrades } from './market-trades';
export { PriceHero } from './price-hero';
