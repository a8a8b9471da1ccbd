export { ExportForm } from './export-form';
export { ExportLink } from './export-link';
