/** The front door of the reference data's desk. */
export { ReferenceDeskModule } from './reference-desk.module.js';
