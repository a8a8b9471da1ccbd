/** Complaints, each with the day by which it is answered. */
export const words = {
  complaints: {
    write: 'Write a complaint',
    none: 'You have written no complaint yet.',
    number: 'No. {{number}}',
    states: {
      received: 'Received',
      answered: 'Answered',
      reopened: 'Reopened',
      closed: 'Closed',
    },
    intro: 'Tell us what went wrong. You get a number, and a final answer within {{days}} days at the latest.',
    subject: 'What it is about',
    subjects: {
      spot: 'Spot',
      contract: 'Contracts',
      option: 'Options',
      earn: 'Trust, subscriptions and sales',
      otc: 'C2C',
      deposit: 'Deposits',
      withdrawal: 'Withdrawals',
      account: 'Account and security',
      other: 'Something else',
    },
    order: 'Order number',
    text: 'What happened',
    textHelp: 'Up to {{most}} characters. Never write a password or a code here.',
    empty: 'Please say what happened',
    send: 'Send',
    sent: 'Your complaint has no. {{number}}',
    dueBy: 'Final answer by {{at}}',
    due: 'Final answer by',
    receivedAt: 'Received',
    you: 'You',
    us: 'Our answer',
    reopen: 'Reopen the complaint',
    reopenText:
      'Does the answer not settle it? You can reopen the complaint once, until {{at}}. We then answer again within {{days}} days.',
    unsettled: 'What is not settled',
    reopened: 'Your complaint is reopened',
    closedText: 'This complaint is closed. If something new happens, please write another one.',
  },
};

export type ComplaintsWords = typeof words;
