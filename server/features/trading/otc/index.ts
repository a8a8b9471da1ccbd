/** The front door of coins between users: what the operators' desk does with appeals. */
export { OtcModule } from './otc.module.js';
export { roomOf } from './note-otc-order.js';
export { OtcOrdersStore } from './otc-orders.store.js';
export { otcStepView } from './otc-views.js';
export { ReadOtcRoom } from './read-otc-room.js';
export { SayInOtcOrder } from './say-in-otc-order.js';
export { StepOtcOrder } from './step-otc-order.js';
