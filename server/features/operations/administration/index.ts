/** The front door of the operators' desk. Nothing stands above it. */
export { OperationsModule } from './administration.module.js';
