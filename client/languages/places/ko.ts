import type { PlacesWords } from './en';

export const words: PlacesWords = {
  places: {
    map: '지도. 화살표 키로 이동하고 더하기·빼기로 확대·축소합니다.',
    zoomIn: '확대',
    zoomOut: '축소',
    help: '핀이 원하는 곳에 오도록 지도를 움직이세요.',
    country: '국가',
    chooseCountry: '국가 선택',
    degrees: '위도, 경도',
    degreesHelp: '예: 35.6812, 139.7671',
    here: '내 위치 사용',
    noLocation: '브라우저가 위치를 알려 주지 않습니다. 지도에서 선택하세요.',
    noPlace: '올바른 위치가 아닙니다. 위도와 경도 두 숫자를 입력하세요.',
    choose: '이 위치 선택',
  },
};
