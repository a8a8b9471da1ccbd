/** The front door of the exports: how a feature makes a list known that its user can keep as a file, and what the desk's files take. */
export { type ExportedFile, endWhenStalled } from './export-list.js';
export { ExportPlaces } from './export-places.js';
export { rangeOf } from './export-range.rules.js';
export { ExportSources } from './export-sources.js';
export {
  type Columns,
  type ListQuery,
  type ListRow,
  type MadeList,
  type OpenedList,
  registerList,
} from './exported-lists.js';
export { ExportsModule } from './exports.module.js';
export { csvOf } from './write-export.js';
