/** The front door of the operators' desk. Nothing stands above it. */
export { AdministrationModule } from './administration.module.js';
