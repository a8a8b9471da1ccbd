/** The front door of the service's status: nothing but the module itself. */
export { ServiceStatusModule } from './service-status.module.js';
