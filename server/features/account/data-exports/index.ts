/** The front door of the files of all that is kept about an account. */
export { DataExportsModule } from './data-exports.module.js';
