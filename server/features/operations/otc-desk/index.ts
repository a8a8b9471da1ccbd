/** The front door of the desk's part of coins between users: what proposals about it do. */
export { AdmitMerchants } from './admit-merchants.js';
export { OtcDeskModule } from './otc-desk.module.js';
