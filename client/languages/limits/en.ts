/** What users forbid themselves. */
export const words = {
  limits: {
    intro:
      'Set yourself a frame while your head is cool. What is stricter holds at once. What is looser holds a day later, so that no single moment decides for you.',
    none: 'No limit',
    minutesOf: '{{minutes}} min',
    minuteUnit: 'min',
    set: 'Set',
    change: 'Change',
    used: '{{used}} of {{limit}} used',
    becomes: 'Becomes {{value}} on {{at}}.',
    endsAt: 'Ends on {{at}}.',
    keep: 'Keep my limit',
    unchanged: 'Your limit stays as it is.',
    save: 'Save',
    remove: 'Remove this limit',
    amount: 'Limit',
    minutes: 'Minutes a day',
    wrongAmount: 'Enter an amount in USDT, with two decimals at most.',
    wrongMinutes: 'Enter whole minutes, less than a day.',
    atOnce: 'This holds at once.',
    later: 'This is looser than now: it holds in 24 hours. Until then you can still keep your limit.',
    savedNow: 'Your limit holds now.',
    savedLater: 'Asked for. It holds from {{at}}.',
    periodText:
      'Days, weeks and months are those of UTC. A week begins on Monday. Limits are about real money; the demo has none.',
    help: 'If trading weighs on you, talk to somebody you trust. A break costs nothing.',
    onBreak: 'You are taking a break until {{until}}',
    excluded: 'You excluded yourself until {{until}}',
    runsText: 'Closing positions, withdrawing and looking at your records stay possible. Nobody can end it earlier.',
    kinds: {
      deposit: 'Deposits',
      loss: 'Losses',
      stake: 'Stakes',
      time: 'Time',
    },
    kindText: {
      deposit: 'What comes in: deposits, and coins that you buy from others. When it is reached, no address is shown.',
      loss: 'What options and contracts cost you, fees and funding included, less what they brought. An option that could pass it is refused.',
      stake:
        'What you put at risk: stakes, margins and purchases, each with its fee. It counts when an order is placed, from your first limit on.',
      time: 'How long you are here on one day, all devices together. What programs do with your API keys takes no time of it. Afterwards you can close, and open nothing new.',
    },
    periods: {
      day: 'A day',
      week: 'A week',
      month: 'A month',
    },
    check: {
      title: 'Reality check',
      text: 'From time to time we tell you how long you have been here and what came of it.',
      every: 'How often',
      never: 'Never',
    },
    breaks: {
      howLong: 'How long',
      orders:
        'Orders that wait and would open something are taken back within seconds, and so are new coins that you subscribed to and that are not launched yet. What sells or closes goes on waiting.',
      sure: 'I know that nobody can end it earlier: not I, and not your staff',
      begun: 'Your break has begun. Take care.',
      spans: {
        '1-day': '24 hours',
        '7-days': '7 days',
        '30-days': '30 days',
        '6-months': '6 months',
        '1-year': '1 year',
        '5-years': '5 years',
      },
      'cool-off': {
        name: 'Break',
        title: 'Take a break',
        text: 'For a while you open nothing new. Closing, withdrawing and looking stay possible, and so does the demo.',
        begin: 'Take the break',
      },
      exclusion: {
        name: 'Self-exclusion',
        title: 'Exclude yourself',
        text: 'For a long time you can log in to close positions and to withdraw, and for nothing else: not even the demo. Your e-mail address and phone stay as they are.',
        begin: 'Exclude me',
      },
    },
    history: {
      title: 'Changes',
      none: 'You have not changed anything yet.',
      from: 'Holds from {{at}}',
      until: 'Until {{at}}',
      calledBack: 'Called back {{at}}',
    },
    reality: {
      title: 'A moment for yourself',
      here: 'You have been here for {{minutes}} minutes',
      today: '{{minutes}} minutes today',
      won: 'Won: {{amount}} USDT',
      lost: 'Lost: {{amount}} USDT',
      even: 'Neither won nor lost',
      of: 'With options and contracts, in this stay.',
      go: 'Go on',
      limits: 'My limits',
    },
  },
};

export type LimitsWords = typeof words;
