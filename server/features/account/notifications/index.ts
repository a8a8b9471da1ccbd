/** The front door of the notifications: how users are told of notices outside of the app. */
export { NotificationsModule } from './notifications.module.js';
