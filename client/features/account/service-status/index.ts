export { ServiceStatus } from './service-status';
