/** The front door of spot: taking back what waits. */
export { CancelSpotOrder } from './cancel-spot-order.js';
export { CancelSpotStop } from './cancel-spot-stop.js';
export { SpotModule } from './spot.module.js';
