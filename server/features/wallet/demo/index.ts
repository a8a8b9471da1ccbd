/** The front door of the demo: trading with money that is not real. */
export { DemoModule } from './demo.module.js';
