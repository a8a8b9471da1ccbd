/** The front door of the exports: how a feature makes a list known that its user can keep as a file. */
export { ExportSources } from './export-sources.js';
export { type ListQuery, type ListRow, type MadeList, type OpenedList, registerList } from './exported-lists.js';
export { ExportsModule } from './exports.module.js';
