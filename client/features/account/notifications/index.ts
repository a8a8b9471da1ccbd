export { NotificationChoices } from './notification-choices';
