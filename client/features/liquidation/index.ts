export { InsuranceFund } from './insurance-fund';
export { LiquidationNotices, type MarginWarning, MarginWarnings } from './margin-warnings';
export { Reports } from './lazy-reports';
export { lotsWords } from './lots-words';
