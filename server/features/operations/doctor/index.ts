/** The front door of the doctor: what is looked at where an installation seems ill, or before it is opened to people. */
export { ExamineInstallation } from './examine-installation.js';
export type { Finding } from './finding.js';
export { InstallationStore } from './installation.store.js';
