/** The front door of the files of all that is kept about an account. */
export { ComposeDataExport } from './compose-data-export.js';
export { partsOf } from './export-text.rules.js';
export { DataExportsModule } from './data-exports.module.js';
