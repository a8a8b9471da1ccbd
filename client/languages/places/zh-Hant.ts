import type { PlacesWords } from './en';

export const words: PlacesWords = {
  places: {
    map: '地圖。方向鍵移動，加減鍵縮放。',
    zoomIn: '放大',
    zoomOut: '縮小',
    help: '移動地圖，讓圖釘對準您要的位置。',
    country: '國家/地區',
    chooseCountry: '選擇國家/地區',
    degrees: '緯度，經度',
    degreesHelp: '例如 35.6812, 139.7671',
    here: '使用我的位置',
    noLocation: '瀏覽器沒有提供您的位置，請在地圖上選擇。',
    noPlace: '這不是有效位置。請輸入兩個數字：緯度，經度。',
    choose: '選擇此位置',
  },
};
