/** The front door of the money of sub-accounts. */
export { SubTransfersModule } from './sub-transfers.module.js';
