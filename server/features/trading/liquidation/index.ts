/** The front door of what happens to perpetual contracts by themselves. */
export { LiquidationModule } from './liquidation.module.js';
