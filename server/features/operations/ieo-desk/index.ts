/** The front door of the sales' desk: what two people agreed on about a sale. */
export { CarryOutIeo } from './carry-out-ieo.js';
export { IeoDeskModule } from './ieo-desk.module.js';
