/** The front door of the old clients' forms of perpetual contracts. Nothing stands above it. */
export { LeverModule } from './lever.module.js';
