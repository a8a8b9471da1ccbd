export { MarketChart } from './market-chart';
export { NO_MARKS, type OwnFill, type OwnLine, type OwnMarks } from './own-lines';
