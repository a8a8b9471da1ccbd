/** News, notices and the help centre. */
export const news = {
  news: {
    kinds: 'Kinds of notices',
    notices: 'Announcements',
    news: 'News',
    own: 'My account',
    empty: 'There is nothing here yet',
    gone: 'This article is no longer here',
    help: 'Help centre',
    search: 'Search help',
    nothing: 'Nothing found for “{{words}}”',
    unread: 'Unread',
    required: 'Must be read',
    unreadCount: '{{count}} unread',
    requiredTitle: 'Please read this before you trade',
    read: 'Read now',
    support: 'Contact customer service',
    bar: 'Announcement',
    still: 'Pause the announcements',
    turn: 'Let the announcements turn',
    otherLanguage: 'There is no text in your language yet',
  },
};

export type NewsWords = typeof news;
