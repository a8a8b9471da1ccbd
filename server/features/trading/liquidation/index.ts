/** The front door of liquidation. */
export { LiquidationModule } from './liquidation.module.js';
