/** The front door of liquidations: their reports. */
export { GetReports } from './get-reports.js';
export { LiquidationModule } from './liquidation.module.js';
