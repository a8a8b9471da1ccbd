/** The front door of spot trading. */
export { SpotModule } from './spot.module.js';
