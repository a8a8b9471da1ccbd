/** The front door of the help desk: nothing but the module itself. */
export { HelpDeskModule } from './help-desk.module.js';
