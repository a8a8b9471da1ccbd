export { ComplaintDetail } from './complaint-detail';
export { ComplaintForm } from './complaint-form';
export { ComplaintList } from './complaint-list';
