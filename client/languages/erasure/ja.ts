import type { ErasureWords } from './en';

export const words: ErasureWords = {
  erasure: {
    text: 'アカウントは直ちに閉鎖され、{{days}} 日後に消去されます。消去後は元に戻せません。',
    goes: '消去されるもの',
    goesText:
      'メールアドレス、電話番号、氏名、パスワード、パスキー、端末とセッション、API キー、アドレス、銀行カード、本人確認データと写真、メッセージ、お知らせ、アラート、設定。',
    staysTitle: '法律により保管が必要なもの',
    stays:
      '注文・仕訳・決済は、氏名や連絡先を除き、アカウント番号のみで残ります。取引と本人に関する法定の記録は {{years}} 年間封印して保管し、その後削除します。',
    excluded: '自己排除中の場合、その期限まで効力は続きます。期限までは同じ連絡先や身分証で再登録できません。',
    dataFile: '先にデータのファイルを保存',
    obstacles: '先に終了または空にする必要があるもの',
    restTitle: '引き出せない少額の残高',
    restText:
      '最低出金額と最低売却額を下回る残額です。アカウントを閉鎖すると放棄したことになり、消去の時点で当社に帰属します。それまではお客様のものです。',
    restAgree: 'これらの金額を放棄します',
    restWaiting: '消去の時点で {{what}} を放棄します。',
    ask: 'アカウントを閉鎖',
    question: 'アカウントを閉鎖しますか？',
    questionText:
      '他のセッションとすべての API キーは直ちに終了します。{{days}} 日以内であれば、ログインしてアカウントを残せます。',
    asked: 'アカウントを閉鎖しました',
    waiting: 'アカウントは閉鎖されています',
    waitingText: '{{time}} 以降に消去されます。それまでは残すことができますが、ほかの操作はできません。',
    takeBack: 'アカウントを残す',
    takenBack: 'アカウントは残ります',
    stopped: 'アカウントは消去されませんでした',
    stoppedText: '期限の時点で次のものが残っていました：{{what}}。失われたものはありません。',
    names: {
      money: '実口座の残高',
      subAccounts: '残高または未完了の取引があるサブアカウント',
      spotOrders: '未約定の現物注文',
      spotStops: '待機中の逆指値',
      positions: '先物のポジションと注文',
      options: '未決済のオプション',
      trust: '運用の注文',
      subscriptions: '申込み',
      applications: 'セールへの応募',
      deals: 'ユーザー間の取引',
      adverts: '公開中の広告',
      deposits: '審査中の入金',
      withdrawals: '処理中の出金',
      adjustments: 'サポートによる訂正',
      complaints: '未回答の苦情',
    },
  },
};
