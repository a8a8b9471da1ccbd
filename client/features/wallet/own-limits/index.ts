export { OwnLimits } from './own-limits';
