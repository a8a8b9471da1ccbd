import type { PlacesWords } from './en';

export const words: PlacesWords = {
  places: {
    map: '地图。方向键移动，加减键缩放。',
    zoomIn: '放大',
    zoomOut: '缩小',
    help: '移动地图，让图钉对准您要的位置。',
    country: '国家/地区',
    chooseCountry: '选择国家/地区',
    degrees: '纬度，经度',
    degreesHelp: '例如 35.6812, 139.7671',
    here: '使用我的位置',
    noLocation: '浏览器没有提供您的位置，请在地图上选择。',
    noPlace: '这不是有效位置。请输入两个数字：纬度，经度。',
    choose: '选择此位置',
  },
};
