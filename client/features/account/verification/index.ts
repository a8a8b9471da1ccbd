export { AdvancedForm } from './advanced-form';
export { BasicForm } from './basic-form';
export { VerificationOverview } from './verification-overview';
