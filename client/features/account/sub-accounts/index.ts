export { SubAccountDetail } from './sub-account-detail';
export { SubAccountList } from './sub-account-list';
export { SubAccountTitle } from './sub-account-title';
