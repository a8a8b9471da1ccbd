export { AllotmentTable } from './allotment-table';
export { ApplicationDetail } from './application-detail';
export { ApplicationList } from './application-list';
export { KEYS as IEO_KEYS } from './ieo.api';
export { ProjectDetail } from './project-detail';
export { ProjectList } from './project-list';
