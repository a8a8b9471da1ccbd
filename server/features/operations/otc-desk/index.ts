/** The front door of the desk's part of coins between users. */
export { OtcDeskModule } from './otc-desk.module.js';
