/** The front door of the complaints' desk: nothing but the module itself. */
export { ComplaintsDeskModule } from './complaints-desk.module.js';
