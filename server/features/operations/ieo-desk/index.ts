/** The front door of the sales' desk. */
export { IeoDeskModule } from './ieo-desk.module.js';
