/** The front door of the records that the desk reads. */
export { RecordsModule } from './records.module.js';
