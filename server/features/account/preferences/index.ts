/** The front door of the preferences: what a user wants to see on every device. */
export { PreferencesModule } from './preferences.module.js';
