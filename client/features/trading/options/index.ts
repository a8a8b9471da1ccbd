export { OptionDesk } from './option-desk';
