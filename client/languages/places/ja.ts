import type { PlacesWords } from './en';

export const words: PlacesWords = {
  places: {
    map: '地図。矢印キーで移動、プラスとマイナスで拡大縮小します。',
    zoomIn: '拡大',
    zoomOut: '縮小',
    help: 'ピンが目的の場所に来るまで地図を動かしてください。',
    country: '国',
    chooseCountry: '国を選択',
    degrees: '緯度, 経度',
    degreesHelp: '例：35.6812, 139.7671',
    here: '現在地を使う',
    noLocation: 'ブラウザーから現在地を取得できません。地図で選んでください。',
    noPlace: '場所ではありません。緯度と経度の2つの数字を入力してください。',
    choose: 'この場所を選ぶ',
  },
};
