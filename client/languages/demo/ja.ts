import type { DemoWords } from './en';

export const demo: DemoWords = {
  demo: {
    tag: 'デモ',
    short: 'デモ',
    title: 'デモ口座',
    bannerText: '練習用資金・価格は同じ',
    leave: '終了',
    leaveLong: 'デモを終了',
    enter: 'デモを始める',
    entered: 'デモ口座に入りました：資金は練習用です',
    left: 'デモを終了しました：ここからは実際の資金です',
    topUp: '残高を補充',
    toppedUp: 'デモ残高を補充しました',
    inviteText:
      '現物・オプション・先物にそれぞれ {{grant}} USDT の練習用資金で取引できます。価格とルールは実際と同じで、出金はできません。',
    moneyText:
      '現物・オプション・先物の各口座は、いつでも無料で {{grant}} USDT まで補充できます。練習用資金が実際の資金になることはありません。',
    realOnly: 'この機能にデモはありません',
    realOnlyText: 'この機能は実際の資金のみが対象です。続けるにはデモを終了してください。',
  },
};
