export { OrderDetail } from './order-detail';
export { OrderList } from './order-list';
export { ProductDetail } from './product-detail';
export { ProductList } from './product-list';
export { Purchase } from './purchase';
export { ReportCard } from './report-card';
export { TrustRules } from './rules';
export { useDayWords } from './use-day';
export { KEYS as TRUST_KEYS, ORDER_TABS, type OrderTab } from './trust.api';
