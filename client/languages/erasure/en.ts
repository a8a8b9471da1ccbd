/** Closing one's account, after which it is erased. */
export const words = {
  erasure: {
    text: 'Closing the account ends it at once. After {{days}} days it is erased, and nobody can bring it back.',
    goes: 'What is erased',
    goesText:
      'E-mail address, phone, name, passwords, passkeys, devices and sessions, API keys, addresses, bank cards, identity data and photos, messages, notices, alerts and settings.',
    staysTitle: 'What has to be kept by law',
    stays:
      'Orders, journals and settlements stay under the account’s number, without name or contact. What the law wants to know of transactions and who made them is sealed, and removed when {{years}} years are over.',
    excluded:
      'If you have excluded yourself, that goes on until its end: nobody can register again with the same contact or document before.',
    dataFile: 'First save a file of your data',
    obstacles: 'First this has to be ended or empty',
    restTitle: 'Too little to leave the account',
    restText:
      'Less than the smallest withdrawal and the smallest sale. If you close the account, you give these amounts up: they go to the platform when it is erased. Until then they are yours.',
    restAgree: 'I give up these amounts',
    restWaiting: 'When it is erased, you give up {{what}}.',
    ask: 'Close my account',
    question: 'Close your account?',
    questionText:
      'All other sessions and all API keys end at once. Until {{days}} days are over you can log in and keep the account after all.',
    asked: 'Your account is closed',
    waiting: 'Your account is closed',
    waitingText: 'It is erased after {{time}}. Until then you can keep it; nothing else can be done with it.',
    takeBack: 'Keep my account',
    takenBack: 'Your account stays',
    stopped: 'Your account was not erased',
    stoppedText: 'When its time came, this stood in the way: {{what}}. Nothing is lost.',
    names: {
      money: 'Money on your real accounts',
      subAccounts: 'Sub-accounts with money or something open',
      spotOrders: 'Open spot orders',
      spotStops: 'Waiting stops',
      positions: 'Contract positions and orders',
      options: 'Open options',
      trust: 'Trust orders',
      subscriptions: 'Subscriptions',
      applications: 'Applications in sales',
      deals: 'Deals with other users',
      adverts: 'Adverts that are online',
      deposits: 'Deposits under review',
      withdrawals: 'Withdrawals under way',
      adjustments: 'Corrections by support',
      complaints: 'Complaints that are not answered yet',
    },
  },
};

export type ErasureWords = typeof words;
