/** The front door of the product's state at the desk. */
export { ProductStateModule } from './product-state.module.js';
