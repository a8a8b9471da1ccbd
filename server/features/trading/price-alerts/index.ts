/** The front door of price alerts: what users want to be told of, judged by the tape. */
export { PriceAlertsModule } from './price-alerts.module.js';
