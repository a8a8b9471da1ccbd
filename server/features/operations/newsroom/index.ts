/** The front door of the newsroom: what becomes of its proposals when two people have agreed. */
export { NewsroomModule } from './newsroom.module.js';
export { PublishArticles } from './publish-articles.js';
export { SetServiceLinks } from './set-service-links.js';
