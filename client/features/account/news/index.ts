export { AnnouncementBar } from './announcement-bar';
export { ArticleList } from './article-list';
export { ArticleText } from './article-text';
export { HelpSearch, SupportLink } from './help-search';
export { RequiredReading, UnreadMark, useUnreadCount } from './required-reading';
