/** The front door of erasing accounts. */
export { ErasureModule } from './erasure.module.js';
