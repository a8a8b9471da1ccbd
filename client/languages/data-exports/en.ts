/** Files of all that is kept about an account. */
export const words = {
  dataExports: {
    text: 'Everything that is kept about your account in one file: profile, contacts, addresses, cards, identity, logins, settings and messages.',
    retention:
      'The file is kept for {{hours}} hours and is yours alone. It holds your identity: keep it where nobody else reads it.',
    lists: 'Orders, positions and statements as files',
    none: 'You have not asked for a file yet.',
    ask: 'Ask for the file',
    asked: 'Asked for. A notice tells you when it is ready.',
    question: 'Ask for your data?',
    questionText:
      'Your fund password shows that it is you. You are told of this request at your e-mail address and phone, too.',
    waiting: 'Being made',
    ready: 'Ready',
    tooLarge: 'Too large for a file',
    tooLargeText:
      'More is kept about this account than one file may hold. Please ask support: the file is made for you by hand.',
    failed: 'Could not be made',
    failedText: 'The fault is ours. Please ask again.',
    gone: 'No longer kept',
    askedAt: 'Asked for on {{time}}',
    until: 'Can be saved until {{time}}',
    save: 'Save',
    saveQuestion: 'Save your data?',
    saveText: 'The file holds your identity. Your fund password shows that it is you.',
    saved: 'Saved: {{name}}',
  },
};

export type DataExportsWords = typeof words;
