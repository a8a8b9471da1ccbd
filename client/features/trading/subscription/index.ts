export { OfferDetail } from './offer-detail';
export { OfferList } from './offer-list';
export { OrderDetail } from './order-detail';
export { OrderList } from './order-list';
export { ReleaseCalendar } from './release-calendar';
export { Subscribe } from './subscribe';
export { KEYS as SUBSCRIPTION_KEYS, ORDER_TABS, type OrderTab } from './subscription.api';
