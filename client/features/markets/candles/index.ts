export { MarketChart } from './market-chart';
