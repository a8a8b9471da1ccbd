export { DataExports } from './data-exports';
