/** The front door of the options. */
export { OptionsModule } from './options.module.js';
