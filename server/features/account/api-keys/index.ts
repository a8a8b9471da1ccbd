/** The front door of the API keys: what judges and ends them is found by its port in `security` and in the platform. */
export { ApiKeysModule } from './api-keys.module.js';
export { DisconnectKeys } from './disconnect-keys.js';
