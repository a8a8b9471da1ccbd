/** The front door of waiting orders and stops of perpetual contracts. */
export { FuturesTriggersModule } from './futures-triggers.module.js';
