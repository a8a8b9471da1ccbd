export { InsuranceFund } from './insurance-fund';
export { EndNotices } from './end-notices';
export { type MarginWarning, MarginWarnings } from './margin-warnings';
export { stopReceiptsOf } from './liquidation.api';
export { Reports } from './lazy-reports';
export { lotsWords } from './lots-words';
