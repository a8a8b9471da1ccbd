export { OptionDesk } from './option-desk';
export { OptionDetail } from './option-detail';
export { OptionHistory } from './option-history';
