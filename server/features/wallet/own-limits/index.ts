/** The front door of what users forbid themselves. */
export { OwnLimits } from './own-limits.js';
export { OwnLimitsModule } from './own-limits.module.js';
