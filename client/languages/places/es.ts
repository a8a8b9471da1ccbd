import type { PlacesWords } from './en';

export const words: PlacesWords = {
  places: {
    map: 'Mapa. Las flechas lo mueven; más y menos lo acercan o alejan.',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    help: 'Mueva el mapa hasta que el pin esté donde quiere.',
    country: 'País',
    chooseCountry: 'Elija un país',
    degrees: 'Latitud, longitud',
    degreesHelp: 'Por ejemplo 35.6812, 139.7671',
    here: 'Usar mi ubicación',
    noLocation: 'Su navegador no dice dónde está. Elija el lugar en el mapa.',
    noPlace: 'Esto no es un lugar. Escriba dos números: latitud, longitud.',
    choose: 'Elegir este lugar',
  },
};
