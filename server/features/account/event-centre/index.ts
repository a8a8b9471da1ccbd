/** The front door of the event centre: what users are told of what happened to their money, and how far they have read. */
export { EventCentreModule } from './event-centre.module.js';
export { ReadNotices } from './read-notices.js';
