/** The front door of the desk's new coins. */
export { SubscriptionsModule } from './subscriptions.module.js';
