/** The front door of the demo: trading with money that is not real. */
export { DemoModule } from './demo.module.js';
export { EnterDemo } from './enter-demo.js';
export { GetDemoState } from './get-demo-state.js';
