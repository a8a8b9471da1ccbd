/** The front door of the terms that products are offered on. */
export { ProductsDeskModule } from './products-desk.module.js';
